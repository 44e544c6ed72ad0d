import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Imports files such as `widget.raw.js`, `widget.raw.css` and `widget.raw.html` as their text. */
export const rawText: Plugin = {
  name: "raw-text",
  setup: (build) => {
    build.onLoad({ filter: /\.raw\.\w+$/ }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};
