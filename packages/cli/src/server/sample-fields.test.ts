import { describe, expect, it } from "vitest";
import { parseFields } from "./sample-fields.ts";

describe("sample fields", () => {
  const sample = {
    siteId: "sit_1",
    feedback: { rating: "good", comment: "" },
    visitor: { ip: "192.0.2.1", cookies: {}, visits: 3 },
    other: { comment: "" },
  };

  it.each([
    ["--rating bad", { feedback: { rating: "bad" } }],
    ["--feedback.rating=bad --feedback.comment=No", { feedback: { rating: "bad", comment: "No" } }],
    ["--siteId 5", { siteId: "5" }],
    ["--visits 5", { visitor: { visits: 5 } }],
    ['--cookies {"a":"b"}', { visitor: { cookies: { a: "b" } } }],
  ])("are overridden by %s", (words, fields) => {
    expect(parseFields(words.split(" "), sample)).toEqual(fields);
  });

  it.each([
    ["--ratin bad", "Did you mean rating?"],
    ["--comment x", expect.stringContaining("feedback.comment")],
    ["bad", "Use --field value, such as --rating bad."],
    ["--rating", undefined],
    ["--visits many", undefined],
  ])("are rejected: %s", (words, next) => {
    expect(() => parseFields(words.split(" "), sample)).toThrow(
      expect.objectContaining({ code: "usage", next }),
    );
  });
});
