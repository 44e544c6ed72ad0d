import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
}

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const licenseFile = /^(?:license|copying|notice)/i;

/**
 * Returns the licenses of the packages that modules come from, with their texts.
 *
 * @param modules - paths below `root` with slashes
 * @throws Error if a package has no license
 */
export async function listLicenses(root: string, modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.flatMap((module) => packageFolder.exec(module)?.[0] ?? []));
  const entries = await Promise.all([...folders].map((folder) => describePackage(join(root, folder))));
  return [...new Set(entries)].toSorted().join(`\n${"-".repeat(80)}\n\n`);
}

async function describePackage(folder: string): Promise<string> {
  const { name, version, license, author }: LicensedPackage = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  if (license === undefined) throw new Error(`${name} ${version} has no license in its package.json`);
  const files = (await readdir(folder)).filter((file) => licenseFile.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  // Some packages don't contain their license's text.
  const authorName = typeof author === "object" ? author.name : author;
  if (texts.length === 0 && authorName !== undefined) texts.push(`By ${authorName}`);
  return [`${name} ${version} (${license})\n`, ...texts.map((text) => `${text.trim()}\n`)].join("\n");
}
