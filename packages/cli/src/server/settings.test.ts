import { describe, expect, it } from "vitest";
import type { ManifestProperty } from "@plugboard/manifest";
import { missingSettings, parseSettings } from "./settings.ts";

const text = { title: "T", description: "D" };
const settings: Readonly<Record<string, ManifestProperty>> = {
  channel: { type: "string", ...text },
  limit: { type: "number", ...text },
  loud: { type: "boolean", ...text },
  connection: { type: "button", ...text, button_text: "Connect", callback_url: "/oauth" },
};

describe("settings", () => {
  it("have the manifest's types", () => {
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
    ["channel", "Use name=value, such as channel=docs."],
    ["limit=many", undefined],
    ["loud=yes", undefined],
    ["connection=x", "Run `plugboard connect connection`."],
  ])("are rejected: %s", (word, next) => {
    expect(() => parseSettings([word], settings)).toThrow(expect.objectContaining({ code: "usage", next }));
  });

  it("are missing if required and without a value", () => {
    const configurations = { account: { properties: settings, required: ["channel", "limit"] } };
    expect(missingSettings({ configurations }, "account", { limit: 0, channel: "" })).toEqual(["channel"]);
    expect(missingSettings({ configurations }, "site", {})).toEqual([]);
  });
});
