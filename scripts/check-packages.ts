import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { findManifestProblems, type PublishedManifest } from "./shared/published-manifest.ts";
import { readPnpm } from "./shared/run.ts";

// Checks the packages to be published: the tarball, its types, the exported names and the size of each entry.
// After a deliberate change, run `node scripts/check-packages.ts --update` to update the snapshot.

interface EntrySnapshot {
  readonly exports: readonly string[];
  /**
   * The maximum minified and compressed size of the entry without dependencies, in bytes: the measured size
   * plus 5%, rounded up to 256.
   */
  readonly maxBytes: number;
}

type Snapshot = Record<string, Record<string, EntrySnapshot>>;

const room = 1.05;
const packagesFolder = resolve(import.meta.dirname, "../packages");
const snapshotFile = join(import.meta.dirname, "package-snapshot.json");

// The packages are ES modules only. All supported runtimes can load them.
const ignoredProblems = new Set(["CJSResolvesToESM", "NoResolution"]);

async function checkOne(
  folder: string,
  tarballs: string,
): Promise<{ problems: string[]; entries: Record<string, EntrySnapshot> }> {
  const manifest: PublishedManifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  await removeStaleFiles(folder);
  const packed = await readPnpm(["pack", "--json", "--pack-destination", tarballs], folder);
  const { filename, files }: { filename: string; files: readonly { path: string }[] } = JSON.parse(
    packed.slice(packed.indexOf("{")),
  );
  const data = await readFile(resolve(tarballs, filename));
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const linted = await publint({ pack: { tarball }, strict: true });
  const typed = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  const typeProblems = typed.types === false ? ["it has no types"] : typed.problems.map(({ kind }) => kind);
  const entries: Record<string, EntrySnapshot> = {};
  for (const [path, target] of Object.entries(manifest.publishConfig.exports)) {
    if (typeof target === "string" || target.default?.endsWith(".js") !== true) continue;
    entries[path] = await measureEntry(join(folder, target.default));
  }
  return {
    problems: [
      ...findManifestProblems(folder, manifest),
      ...linted.messages.map((message) => formatMessage(message, linted.pkg) ?? message.code),
      ...typeProblems.filter((kind) => !ignoredProblems.has(kind)),
      ...findStrayFiles(files.map(({ path }) => path)),
    ].map((problem) => `${manifest.name}: ${problem}`),
    entries,
  };
}

/** Returns the files that don't belong in a tarball. Templates are for authors and include tests. */
function findStrayFiles(paths: readonly string[]): string[] {
  return paths
    .filter((path) => !path.startsWith("dist/templates/"))
    .filter((path) => /\.(test|test-d|conformance|fixture)\.|(^|\/)fixtures\//.test(path))
    .map((path) => `contains ${path}, which only tests need`);
}

/** Removes the output of deleted sources. Builds clear `dist`, but a cached build restores into it. */
async function removeStaleFiles(folder: string): Promise<void> {
  const built = await readdir(join(folder, "dist"), { recursive: true });
  const sources = await readdir(join(folder, "src"), { recursive: true });
  const modules = new Set(sources.map((path) => path.replace(/\.tsx?$/, "")));
  for (const path of built) {
    const module = /^(.+?)(\.d\.ts|\.js)(\.map)?$/.exec(path)?.[1];
    if (module !== undefined && !modules.has(module)) await rm(join(folder, "dist", path));
  }
}

async function measureEntry(file: string): Promise<EntrySnapshot> {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    packages: "external",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const [output] = Object.values(result.metafile.outputs);
  const bytes = gzipSync(result.outputFiles[0]?.contents ?? new Uint8Array()).byteLength;
  return { exports: (output?.exports ?? []).toSorted(), maxBytes: Math.ceil((bytes * room) / 256) * 256 };
}

function compare(
  name: string,
  known: Record<string, EntrySnapshot>,
  found: Record<string, EntrySnapshot>,
): string[] {
  const paths = new Set([...Object.keys(known), ...Object.keys(found)]);
  return [...paths].flatMap((path) => {
    const [before, now] = [known[path], found[path]];
    if (before === undefined) return [`${name}: new entry ${path}`];
    if (now === undefined) return [`${name}: missing entry ${path}`];
    const added = now.exports.filter((item) => !before.exports.includes(item));
    const removed = before.exports.filter((item) => !now.exports.includes(item));
    return [
      ...added.map((item) => `${name} ${path}: new export ${item}`),
      ...removed.map((item) => `${name} ${path}: missing export ${item}`),
      ...(now.maxBytes / room > before.maxBytes
        ? [`${name} ${path}: ${now.maxBytes} bytes compressed exceed the budget of ${before.maxBytes}`]
        : []),
    ];
  });
}

async function main(): Promise<void> {
  const update = process.argv.includes("--update");
  const tarballs = await mkdtemp(join(tmpdir(), "plugboard-pack-"));
  const names = (await readdir(packagesFolder, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const snapshot: Snapshot = JSON.parse(await readFile(snapshotFile, "utf8").catch(() => "{}"));
  const found: Snapshot = {};
  const problems: string[] = [];
  try {
    for (const { name } of names) {
      const { problems: own, entries } = await checkOne(join(packagesFolder, name), tarballs);
      problems.push(...own);
      found[name] = entries;
      if (!update) problems.push(...compare(name, snapshot[name] ?? {}, entries));
    }
  } finally {
    await rm(tarballs, { recursive: true, force: true });
  }
  if (update) await writeFile(snapshotFile, `${JSON.stringify(found, null, 2)}\n`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      "\nIf the change is deliberate, run `pnpm packages:check --update` and commit the snapshot.",
    );
    process.exitCode = 1;
  } else console.log(`${names.length} packages are ready to publish.`);
}

await main();
