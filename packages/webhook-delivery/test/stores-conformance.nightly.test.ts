import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForRuntimes, runOnRuntime } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "delivery-conformance-"));
  await bundleForRuntimes(join(import.meta.dirname, "stores.conformance.ts"), join(folder, "stores.js"));
});

afterAll(() => rm(folder, { recursive: true }));

// workerd has no file system, and therefore no node:sqlite.
test.for(["node", "node-22", "node-24", "deno", "bun"] as const)(
  "the stores keep their contract on %s",
  async (runtime) => {
    expect(await runOnRuntime(runtime, join(folder, "stores.js"))).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("conformance passed"),
    });
  },
);
