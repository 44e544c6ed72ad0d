import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let folder = "";
let bundle = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-serve-"));
  bundle = join(folder, "serve.mjs");
  await bundleForRuntimes(join(import.meta.dirname, "serve.conformance.ts"), bundle);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a server of an integration", () => {
  // workerd has its own server.
  const runtimes = runtimeNames.filter((name) => name !== "workerd");
  it.each(runtimes)("survives the rejections of its requests on %s", async (runtime) => {
    expect(await runOnRuntime(runtime, bundle)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("conformance passed"),
    });
  });
});
