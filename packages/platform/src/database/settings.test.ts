import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createSettings } from "./settings.ts";

describe.each(databaseKinds)("createSettings on %s", (kind) => {
  const used = setUpStorage(kind);
  const open = () => createSettings(used.storage().db, used.storage().secretBox);

  it("stores values encrypted", async () => {
    await open().put("word", "sesame");
    await open().put("word", "open sesame");
    expect(await open().get("word")).toBe("open sesame");
    const row = await used
      .storage()
      .db.selectFrom("settings")
      .selectAll()
      .where("name", "=", "word")
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.value, "base64").includes("sesame")).toBe(false);
  });

  it("returns undefined for an unknown name", async () => {
    expect(await open().get("unknown")).toBeUndefined();
  });

  it("loses no concurrent changes of several servers", async () => {
    await open().put("letters", "");
    const letters = ["a", "b", "c", "d", "e"];
    await Promise.all(letters.map((letter) => open().update("letters", (value) => `${value} ${letter}`)));
    expect((await open().get("letters"))?.trim().split(" ").toSorted()).toEqual(letters);
    await expect(open().update("unknown", () => "")).rejects.toThrow("no result");
  });

  it("creates a value once for concurrent servers", async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => open().getOrCreate("once", async () => `made by ${index}`)),
    );
    expect(new Set(results)).toHaveLength(1);
    expect(await open().getOrCreate("once", async () => "made too late")).toBe(results[0]);
  });
});
