import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let folder = "";
let bundle = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-api-"));
  bundle = join(folder, "api.mjs");
  await bundleForRuntimes(join(import.meta.dirname, "api.conformance.ts"), bundle);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the contract", () => {
  it.each(runtimeNames)("conforms on %s", async (runtime) => {
    expect(await runOnRuntime(runtime, bundle)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("conformance passed"),
    });
  });
});
