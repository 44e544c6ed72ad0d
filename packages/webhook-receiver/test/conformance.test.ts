import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder = "";
const bundle = (): string => join(folder, "receiver.mjs");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-receiver-"));
  await bundleForRuntimes(join(import.meta.dirname, "receiver.conformance.ts"), bundle());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(runtimeNames)("the receiver conforms on %s", async (runtime) => {
  expect(await runOnRuntime(runtime, bundle())).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("conformance passed"),
  });
});
