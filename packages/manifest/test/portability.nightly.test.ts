import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "./manifest.conformance.ts";

let folder = "";
const bundle = () => join(folder, "manifest.mjs");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-manifest-"));
  await bundleForRuntimes(join(import.meta.dirname, "./manifest.conformance.ts"), bundle());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the package runs everywhere", () => {
  test("here", () => expect(run()).resolves.toBeUndefined());

  test.each(runtimeNames)("on %s", async (runtime) => {
    expect(await runOnRuntime(runtime, bundle())).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("conformance passed"),
    });
  });
});

describe("the package in a browser", () => {
  test("is under 61 kB compressed, and needs nothing of Node", async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [join(import.meta.dirname, "../src/index.ts")],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      conditions: ["@plugboard/source"],
      metafile: true,
      write: false,
      outdir: folder,
    });
    const [output] = outputFiles;
    expect(gzipSync(output?.contents ?? "").byteLength).toBeLessThan(61_000);
    const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
    expect(imported).toEqual([]);
    expect(output?.text).not.toMatch(/\b(?:process|Buffer|require)\b\s*[.(]/);
  });
});
