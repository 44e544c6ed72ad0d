import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fromRoot, root } from "./shared/workspace.ts";

/** A file of Vite's manifest. */
interface BuiltFile {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Pages of the documentation product, which other products never load. */
const excluded = "src/content/";
const fontModule = "src/ui/font.ts";
const maxBytes = 2_500_000;

/**
 * Copies the built console into its package, without the pages of the documentation product.
 *
 * @returns the bytes of all files
 */
export async function copyConsole(): Promise<number> {
  const source = join(root, "apps/console/dist");
  const target = join(root, "packages/console/dist/files");
  const manifest: Readonly<Record<string, BuiltFile>> = JSON.parse(
    await readFile(join(source, "assets/manifest.json"), "utf8"),
  );
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, "assets"), { recursive: true });
  let bytes = 0;
  const copy = async (file: string): Promise<void> => {
    bytes += (await readFile(join(source, file))).length;
    await copyFile(join(source, file), join(target, file));
  };
  await copy("index.html");
  const firstPages = await readdir(join(source, "hosted"));
  for (const file of firstPages) {
    bytes += (await readFile(join(source, "hosted", file))).length;
    await copyFile(join(source, "hosted", file), join(target, file));
  }
  const page = await readFile(join(source, "index.html"), "utf8");
  // Vite's manifest doesn't say that scripts import the font.
  const font = `/${manifest[fontModule]?.file}`;
  const styles = await readFile(join(source, font), "utf8");
  // The icon, which only the page names, and the font.
  const named = Array.from(
    `${page} ${font} ${styles}`.matchAll(/\/(assets\/[\w.-]+)/g),
    ([, file = ""]) => file,
  );
  for (const file of new Set([...named, ...filesOf(manifest)])) {
    await copy(file);
    // Small files have no compressed copy.
    await copy(`${file}.br`).catch(() => undefined);
  }
  // The font's license requires a copy of it.
  await copyFile(
    join(root, "apps/console/node_modules/@fontsource-variable/geist/LICENSE"),
    join(root, "packages/console/dist/LICENSE-FONT"),
  );
  return bytes;
}

function filesOf(manifest: Readonly<Record<string, BuiltFile>>): readonly string[] {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || name.startsWith(excluded)) return;
    reached.add(name);
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit("index.html");
  return [...reached].flatMap((name) => {
    const { file, css = [], assets = [] } = manifest[name] ?? { file: "" };
    return [file, ...css, ...assets];
  });
}

if (import.meta.main) {
  const bytes = await copyConsole();
  // Builds for tests, which name their sources here, compress less.
  const isPublished = !existsSync(join(root, "apps/console/dist/.built-from"));
  if (isPublished && bytes > maxBytes)
    throw new Error(`The console has ${bytes} bytes. The limit is ${maxBytes}.`);
  console.log(`Copied ${bytes} bytes to ${fromRoot(join(root, "packages/console/dist/files"))}.`);
}
