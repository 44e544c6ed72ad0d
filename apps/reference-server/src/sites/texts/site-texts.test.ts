import { expect, it, test } from "vitest";
import { siteTextsIn } from "./site-texts.ts";
import { translations } from "./translations.ts";

it.each([
  ["de-AT", "de"],
  ["zh", "zh"],
  ["zh-CN", "zh"],
  ["zh-TW", "zh-Hant"],
  ["zh-Hant-HK", "zh-Hant"],
  ["pt-PT", "pt"],
])("shows %s in %s", (language, translation) => {
  expect(siteTextsIn(language)).toBe(translations[translation]);
});

it.each([undefined, "en-GB", "da"])("shows %s in English", (language) => {
  expect(siteTextsIn(language).search.title).toBe("Search");
});

test.each(Object.keys(translations))("each text for a count and a query contains them in %s", (language) => {
  const { search } = siteTextsIn(language);
  for (const text of [
    search.none("<q>"),
    search.best(20, "<q>"),
    search.found(1, "<q>"),
    search.found(2, "<q>"),
  ])
    expect(text).toContain("<q>");
  expect(search.best(20, "<q>")).toContain("20");
  expect(search.found(2, "<q>")).toContain("2");
  expect(search.allIn("<s>")).toContain("<s>");
});
