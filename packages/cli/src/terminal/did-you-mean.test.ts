import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

test.each([
  ["publish2", ["install", "publish"], "Did you mean publish?"],
  ["prod", ["staging", "production"], "Did you mean production?"],
  ["other", ["staging", "production"], "Choose one of staging, production."],
  ["other", [], "There are none."],
])("suggests a word for %j of %j", (word, words, text) => {
  expect(didYouMean(word, words)).toBe(text);
});
