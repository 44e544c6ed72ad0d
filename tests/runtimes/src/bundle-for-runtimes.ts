import { build } from "esbuild";

/**
 * Bundles a conformance entry into one ES module that every runtime can load. The entry exports
 * `run(): Promise<void>`, which throws when the conformance suite fails.
 *
 * `node:` imports stay external: every runtime of {@link runtimeNames} resolves those it supports.
 */
export async function bundleForRuntimes(entryFile: string, outFile: string): Promise<void> {
  await build({
    entryPoints: [entryFile],
    outfile: outFile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@plugboard/source"],
    target: "es2022",
    external: ["node:*"],
    jsx: "automatic",
    logLevel: "error",
  });
}
