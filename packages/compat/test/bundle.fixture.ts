import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Integration } from "@plugboard/runtime";
import { build } from "esbuild";
import { compatAliases, compatDefinitions } from "../src/index.ts";

/** Bundles an integration with replaced imports, and loads it. */
export async function bundle(folder: string, name: string): Promise<Integration> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`integrations/${name}`, import.meta.url))],
    // Aliases are looked up from here.
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    jsx: "automatic",
    jsxImportSource: "@gitbook/runtime",
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["@plugboard/source", "worker", "import"],
    mainFields: ["module", "main"],
    alias: { ...compatAliases },
    define: { ...compatDefinitions },
    outfile,
  });
  const module: { readonly default: Integration } = await import(pathToFileURL(outfile).href);
  return module.default;
}
