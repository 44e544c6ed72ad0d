import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-components-"));
  await bundleForRuntimes(
    join(import.meta.dirname, "components.conformance.tsx"),
    join(folder, "components.js"),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(runtimeNames)("components conform on %s", async (runtime) => {
  expect(await runOnRuntime(runtime, join(folder, "components.js"))).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("conformance passed"),
  });
});
