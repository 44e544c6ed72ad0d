import { describe, expect, test } from "vitest";
import { suggest } from "./suggest.ts";

const words = ["name", "title", "previewImages", "externalLinks", "site", "space", "all"];

describe("suggest", () => {
  test.each([
    ["an extra letter", "tittle", "title"],
    ["a missing letter", "titl", "title"],
    ["a wrong letter", "titla", "title"],
    ["two swapped letters", "nmae", "name"],
    ["another case", "TITLE", "title"],
    ["another style", "preview_images", "previewImages"],
    ["another case style and a typo", "external-link", "externalLinks"],
    ["the closest of two candidates", "spade", "space"],
  ])("suggests a word with %s", (_, word, meant) => {
    expect(suggest(word, words)).toBe(meant);
  });

  test.each(["banana", "x", "", "completely else"])("suggests nothing for %j", (word) => {
    expect(suggest(word, words)).toBeUndefined();
  });

  test.each(["q", ""])("does not suggest another single letter for %j", (word) => {
    expect(suggest(word, ["a", "b"])).toBeUndefined();
  });

  test("suggests a short word with one correct letter", () => {
    expect(suggest("A", ["a", "b"])).toBe("a");
    expect(suggest("ib", ["id", "all"])).toBe("id");
  });

  test("does not compare text that is too long for a typo", () => {
    expect(suggest("title".repeat(1000), words)).toBeUndefined();
  });
});
