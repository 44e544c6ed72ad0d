import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { setUpFolders } from "../fixtures/set-up-folders.fixture.ts";
import { loadMasterKeys } from "./master-key.ts";

describe("loadMasterKeys", () => {
  const newFolder = setUpFolders();

  it("creates a 32-byte key with owner-only permissions and loads it again", async () => {
    const folder = await newFolder();
    const created = await loadMasterKeys(folder);
    expect(created.keys.map(({ length }) => length)).toEqual([32]);
    expect(await loadMasterKeys(folder)).toEqual({ keys: created.keys, isNew: false });
    expect((await stat(join(folder, "master.key"))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["master.key"]);
  });

  it("gives concurrent starts the same key", async () => {
    const folder = await newFolder();
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKeys(folder)));
    expect(keys.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(
      new Set(keys.map(({ keys: [key = new Uint8Array()] }) => Buffer.from(key).toString("hex"))),
    ).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["master.key"]);
  });

  it.each(["platform.db", "delivery.db"])("doesn't create another key next to %s", async (database) => {
    const folder = await newFolder();
    await writeFile(join(folder, database), "");
    await expect(loadMasterKeys(folder)).rejects.toMatchObject({
      name: "ServerError",
      code: "data_unreadable",
      message: expect.stringMatching(/master\.key is missing, but the folder contains databases/),
    });
    expect(await readdir(folder)).toEqual([database]);
  });

  it.each([
    ["", "nothing"],
    ["short", "too little"],
    ["A".repeat(88), "too much"],
    [`${"!".repeat(43)}=`, "text that is not base64"],
  ])("rejects a file with %2$s and leaves it unchanged", async (text) => {
    const folder = await newFolder();
    await writeFile(join(folder, "master.key"), text);
    await expect(loadMasterKeys(folder)).rejects.toMatchObject({
      name: "ServerError",
      code: "data_unreadable",
      message: expect.stringContaining("master.key does not hold a 32-byte key"),
    });
    expect(await readFile(join(folder, "master.key"), "utf8")).toBe(text);
  });
});
