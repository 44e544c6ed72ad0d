import { build } from "esbuild";

/**
 * Bundles a conformance entry into an ES module for all runtimes. The entry exports `run(): Promise<void>`,
 * which throws if the suite fails.
 *
 * `node:` imports stay external: all runtimes in {@link runtimeNames} resolve those they support.
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
