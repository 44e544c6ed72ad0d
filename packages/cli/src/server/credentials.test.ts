import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readCredentials, signedIn, signedOut, writeCredentials } from "./credentials.ts";
import { settingsFolder } from "./settings-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-settings-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("stores tokens readable only by the user, and deletes them", async () => {
  const own = join(folder, "own");
  expect(await readCredentials(own)).toEqual({ tokens: {} });
  const first = signedIn(await readCredentials(own), "https://a.example", "token_a");
  await writeCredentials(own, signedIn(first, "https://b.example", "token_b"));
  expect((await stat(join(own, "credentials.json"))).mode & 0o777).toBe(0o600);
  const credentials = await readCredentials(own);
  expect(credentials.current).toBe("https://b.example");
  expect(signedOut(credentials, "https://b.example")).toEqual(
    signedIn({ tokens: {} }, "https://a.example", "token_a"),
  );
});

it("names the fix for a broken file, and keeps valid entries", async () => {
  const file = join(folder, "credentials.json");
  await writeFile(file, "{");
  await expect(readCredentials(folder)).rejects.toMatchObject({ code: "failed", next: expect.any(String) });
  await writeFile(file, `{"current":5,"tokens":{"https://a.example":"token","https://b.example":7}}`);
  expect(await readCredentials(folder)).toEqual({ tokens: { "https://a.example": "token" } });
  expect(await readFile(file, "utf8")).toContain("7");
});

it.each([
  ["linux", {}, "/home/ada/.config/plugboard"],
  ["linux", { XDG_CONFIG_HOME: "/settings" }, "/settings/plugboard"],
  ["darwin", {}, "/home/ada/Library/Application Support/plugboard"],
  ["win32", { APPDATA: "/roaming" }, "/roaming/plugboard"],
] as const)("uses the standard folder of %s", (platform, env, expected) => {
  expect(settingsFolder({ platform, folder: "/home/ada", env })).toBe(expected);
});
