import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { hashOfBundle } from "@plugboard/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBundleStore, type ScriptBundle } from "./bundle-store.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const bundle: ScriptBundle = { module: text("export default {}"), sourceMap: text("{}") };
const hash = await hashOfBundle(bundle);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "bundles-"));
});
afterEach(() => rm(directory, { recursive: true }));

function loader(loaded: ScriptBundle = bundle) {
  const calls = { count: 0 };
  const load = async (): Promise<ScriptBundle> => {
    calls.count += 1;
    return loaded;
  };
  return { calls, load };
}

test("loads a bundle once, for all stores on the directory", async () => {
  const { calls, load } = loader();
  const store = openBundleStore(directory);
  const directories = await Promise.all([store.locate(hash, load), store.locate(hash, load)]);
  directories.push(await openBundleStore(directory).locate(hash, load));
  expect(new Set(directories).size).toBe(1);
  expect(calls.count).toBe(1);
  const [bundleDirectory] = directories;
  expect(await readFile(join(bundleDirectory, "bundle.mjs"), "utf8")).toBe("export default {}");
  expect(await readdir(directory)).toEqual([hash]);
});

test("two stores that write the same bundle at the same time leave it intact", async () => {
  const { load } = loader();
  await Promise.all(Array.from({ length: 5 }, () => openBundleStore(directory).locate(hash, load)));
  expect(await readdir(directory)).toEqual([hash]);
});

test("loads a damaged file again", async () => {
  const { calls, load } = loader();
  const bundleDirectory = await openBundleStore(directory).locate(hash, load);
  await writeFile(join(bundleDirectory, "bundle.mjs"), "");
  await openBundleStore(directory).locate(hash, load);
  expect(calls.count).toBe(2);
  expect(await readFile(join(bundleDirectory, "bundle.mjs"), "utf8")).toBe("export default {}");
});

test("resolves a relative directory against the working directory of this process", async () => {
  const bundleDirectory = await openBundleStore(relative(process.cwd(), directory)).locate(
    hash,
    loader().load,
  );
  expect(isAbsolute(bundleDirectory)).toBe(true);
});

test("rejects a bundle with a different hash, and tries again the next time", async () => {
  const store = openBundleStore(directory);
  const other = loader({ module: text("other") });
  await expect(store.locate(hash, other.load)).rejects.toMatchObject({ code: "wrong_hash" });
  await expect(store.locate(hash, loader().load)).resolves.toContain(hash);
});

test.each(["../../etc", "", hash.toUpperCase(), `${hash}/x`])("%j is not a hash", async (name) => {
  const { calls, load } = loader();
  await expect(openBundleStore(directory).locate(name, load)).rejects.toMatchObject({ code: "wrong_hash" });
  expect(calls.count).toBe(0);
});

test("moving bytes between a bundle and its source map changes the hash", async () => {
  expect(await hashOfBundle({ module: text("ab"), sourceMap: text("c") })).not.toBe(
    await hashOfBundle({ module: text("a"), sourceMap: text("bc") }),
  );
  expect(await hashOfBundle({ module: text("a") })).not.toBe(hash);
});
