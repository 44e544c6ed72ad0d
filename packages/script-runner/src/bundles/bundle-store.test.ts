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

test("a bundle is loaded once and found from then on, by every store on the directory", async () => {
  const { calls, load } = loader();
  const store = openBundleStore(directory);
  const places = await Promise.all([store.locate(hash, load), store.locate(hash, load)]);
  places.push(await openBundleStore(directory).locate(hash, load));
  expect(new Set(places).size).toBe(1);
  expect(calls.count).toBe(1);
  const [place] = places;
  expect(await readFile(join(place, "bundle.mjs"), "utf8")).toBe("export default {}");
  expect(await readdir(directory)).toEqual([hash]);
});

test("two stores that write the same bundle at once leave it whole", async () => {
  const { load } = loader();
  await Promise.all(Array.from({ length: 5 }, () => openBundleStore(directory).locate(hash, load)));
  expect(await readdir(directory)).toEqual([hash]);
});

test("a file that was damaged is loaded again", async () => {
  const { calls, load } = loader();
  const place = await openBundleStore(directory).locate(hash, load);
  await writeFile(join(place, "bundle.mjs"), "");
  await openBundleStore(directory).locate(hash, load);
  expect(calls.count).toBe(2);
  expect(await readFile(join(place, "bundle.mjs"), "utf8")).toBe("export default {}");
});

test("a relative directory is one of this process, wherever the runner works", async () => {
  const place = await openBundleStore(relative(process.cwd(), directory)).locate(hash, loader().load);
  expect(isAbsolute(place)).toBe(true);
});

test("another bundle than the one that was asked for is refused, and may be the right one next time", async () => {
  const store = openBundleStore(directory);
  const other = loader({ module: text("other") });
  await expect(store.locate(hash, other.load)).rejects.toMatchObject({ code: "wrong_hash" });
  await expect(store.locate(hash, loader().load)).resolves.toContain(hash);
});

test.each(["../../etc", "", hash.toUpperCase(), `${hash}/x`])("%j is no hash", async (name) => {
  const { calls, load } = loader();
  await expect(openBundleStore(directory).locate(name, load)).rejects.toMatchObject({ code: "wrong_hash" });
  expect(calls.count).toBe(0);
});

test("a bundle and its source map do not run together to the hash of another pair", async () => {
  expect(await hashOfBundle({ module: text("ab"), sourceMap: text("c") })).not.toBe(
    await hashOfBundle({ module: text("a"), sourceMap: text("bc") }),
  );
  expect(await hashOfBundle({ module: text("a") })).not.toBe(hash);
});
