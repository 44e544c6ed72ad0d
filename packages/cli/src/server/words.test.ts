import { describe, expect, it } from "vitest";
import type { ManifestProperty } from "@plugboard/manifest";
import { missingSettings, parseSettings } from "./settings.ts";
import { parseFields } from "./sample-fields.ts";

const text = { title: "T", description: "D" };
const settings: Readonly<Record<string, ManifestProperty>> = {
  channel: { type: "string", ...text },
  limit: { type: "number", ...text },
  loud: { type: "boolean", ...text },
  connection: { type: "button", ...text, button_text: "Connect", callback_url: "/oauth" },
};

describe("settings", () => {
  it("have the types of the manifest", () => {
    const words = ["channel=a=b", "limit=5", "loud=true", "connection="];
    expect(parseSettings(words, settings)).toEqual({
      channel: "a=b",
      limit: 5,
      loud: true,
      connection: null,
    });
  });

  it.each([
    ["channl=x", "Did you mean channel?"],
    ["channel", "Write name=value, as in channel=docs."],
    ["limit=many", undefined],
    ["loud=yes", undefined],
    ["connection=x", "Run `plugboard connect connection`."],
  ])("are refused: %s", (word, next) => {
    expect(() => parseSettings([word], settings)).toThrow(expect.objectContaining({ code: "usage", next }));
  });

  it("are missing when they are required and have no value", () => {
    const configurations = { account: { properties: settings, required: ["channel", "limit"] } };
    expect(missingSettings({ configurations }, "account", { limit: 0, channel: "" })).toEqual(["channel"]);
    expect(missingSettings({ configurations }, "site", {})).toEqual([]);
  });
});

describe("fields of a sample", () => {
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
  ])("are replaced by %s", (words, fields) => {
    expect(parseFields(words.split(" "), sample)).toEqual(fields);
  });

  it.each([
    ["--ratin bad", "Did you mean rating?"],
    ["--comment x", expect.stringContaining("feedback.comment")],
    ["bad", "Write --field value, as in --rating bad."],
    ["--rating", undefined],
    ["--visits many", undefined],
  ])("are refused: %s", (words, next) => {
    expect(() => parseFields(words.split(" "), sample)).toThrow(
      expect.objectContaining({ code: "usage", next }),
    );
  });
});
