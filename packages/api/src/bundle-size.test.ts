import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

async function bundle(
  source: string,
): Promise<{ readonly bytes: number; readonly inputs: readonly string[] }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: source, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    outdir: join(import.meta.dirname, "out"),
  });
  return { bytes: outputFiles[0]?.contents.length ?? 0, inputs: Object.keys(metafile.inputs) };
}

describe("the bundle", () => {
  it.each([
    ["the vocabulary", 'export { scopes } from "./index.ts";', 600],
    ["the client", 'export { createApiClient } from "./client.ts";', 2_800],
  ])("of %s contains no zod and stays within its budget", async (_what, source, budget) => {
    const { bytes, inputs } = await bundle(source);
    expect(inputs.filter((input) => input.includes("/zod/"))).toEqual([]);
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThanOrEqual(budget);
  });

  it("of the schemas contains zod, so that the test above can fail", async () => {
    const { inputs } = await bundle('export { parseEvent } from "./schemas.ts";');
    expect(inputs.some((input) => input.includes("/zod/"))).toBe(true);
  });
});
