import { readFile } from "node:fs/promises";
import type { BuildOptions, Plugin } from "esbuild";

/** Imports documents as their text, and images and fonts as `data:` URLs. */
export const fileLoaders: NonNullable<BuildOptions["loader"]> = {
  ...loaderFor("text", [
    ".css",
    ".csv",
    ".gql",
    ".graphql",
    ".html",
    ".md",
    ".sql",
    ".svg",
    ".xml",
    ".yaml",
    ".yml",
  ]),
  ...loaderFor("dataurl", [".gif", ".ico", ".jpeg", ".jpg", ".png", ".webp", ".woff", ".woff2"]),
};

function loaderFor(loader: "text" | "dataurl", extensions: readonly string[]) {
  return Object.fromEntries(extensions.map((extension) => [extension, loader]));
}

/** Imports files such as `widget.raw.js`, and imports that end in `?raw`, as text. */
export const rawText: Plugin = {
  name: "raw-text",
  setup: (build) => {
    build.onResolve({ filter: /\?raw$/ }, async ({ path, importer, kind, resolveDir }) => {
      const { errors, path: file } = await build.resolve(path.slice(0, -"?raw".length), {
        importer,
        kind,
        resolveDir,
      });
      return errors.length > 0 ? { errors } : { path: file, namespace: "raw-text" };
    });
    const load = async ({ path }: { readonly path: string }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text" as const,
    });
    build.onLoad({ filter: /\.raw\.\w+$/ }, load);
    build.onLoad({ filter: /.*/, namespace: "raw-text" }, load);
  },
};
