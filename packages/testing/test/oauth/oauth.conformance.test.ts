import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("the OAuth flow", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plugboard-oauth-"));
    await bundleForRuntimes(join(import.meta.dirname, "oauth.conformance.ts"), join(folder, "oauth.mjs"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(runtimeNames)("withstands every attack on %s", async (runtime) => {
    const result = await runOnRuntime(runtime, join(folder, "oauth.mjs"));
    expect(result).toEqual({ exitCode: 0, output: expect.stringContaining("conformance passed") });
  });
});
