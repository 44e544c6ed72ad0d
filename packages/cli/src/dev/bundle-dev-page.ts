import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file of the page, by its name. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

/** Bundles the page of `plugboard dev` from its sources. Only the repository has them; a release contains the bundle. */
export async function bundleDevPage(): Promise<PageFiles> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../page/main.tsx", import.meta.url))],
    outdir: "page",
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    conditions: ["@plugboard/source"],
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "eof",
    logLevel: "warning",
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}
