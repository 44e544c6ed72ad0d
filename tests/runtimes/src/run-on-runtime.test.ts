import { join } from "node:path";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "./index.ts";

describe("runOnRuntime", () => {
  it.each(runtimeNames)("runs a bundle on %s and reports success", async (runtime) => {
    const bundle = join(mkdtempSync(join(tmpdir(), "plugboard-smoke-")), "smoke.mjs");
    await bundleForRuntimes(join(import.meta.dirname, "smoke.conformance.ts"), bundle);
    expect(await runOnRuntime(runtime, bundle)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("conformance passed"),
    });
  });
});
