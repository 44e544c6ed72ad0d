import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { listLicenses } from "./shared/list-licenses.ts";
import { root } from "./shared/workspace.ts";

/** Modules that others start by URLs relative to their own file. */
const threads = [
  "apps/reference-server/src/sites/article-thread.ts",
  "packages/platform/src/database/checkpoint-thread.ts",
  "packages/platform/src/database/checkpoint-busy-thread.ts",
  "packages/platform/src/documents/document-thread.ts",
];

/**
 * Bundles the reference server with its packages from their sources: loading 1,400 modules takes a second of CPU time,
 * and their texts stay in memory. Names are kept, and source maps have the lines of stack traces.
 */
export async function bundleServer(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["apps/reference-server/src/main.ts", ...threads],
    entryNames: "[name]",
    outdir: folder,
    bundle: true,
    splitting: true,
    metafile: true,
    platform: "node",
    target: "node24",
    format: "esm",
    conditions: ["@plugboard/source"],
    // It starts processes and reads files of its package.
    external: ["@plugboard/script-runner"],
    minifyWhitespace: true,
    lineLimit: 200,
    sourcemap: "linked",
    sourcesContent: false,
    // For CommonJS modules that require modules of Node.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  await writeFile(join(folder, "LICENSES.txt"), await listLicenses(root, Object.keys(metafile.inputs)));
  const files = Object.keys(metafile.outputs).filter((file) => file.endsWith(".js"));
  const names = new Set(files.map((file) => basename(file)));
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    for (const [, name] of text.matchAll(/new URL\(`([\w-]+)\.\$\{extension\}`,import\.meta\.url\)/g))
      if (!names.has(`${name}.js`))
        throw new Error(`${file} starts ${name}.js, which isn't in the bundle. Add its source to "threads".`);
  }
}

if (import.meta.main) await bundleServer(join(root, "apps/reference-server/dist"));
