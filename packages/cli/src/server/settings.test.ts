import { describe, expect, it } from "vitest";
import type { ManifestProperty } from "@plugboard/manifest";
import { commandsForMissing, missingSettings, parseSettings } from "./settings.ts";

const text = { title: "T", description: "D" };
const settings: Readonly<Record<string, ManifestProperty>> = {
  channel: { type: "string", ...text },
  limit: { type: "number", ...text },
  loud: { type: "boolean", ...text },
  connection: { type: "button", ...text, button_text: "Connect", callback_url: "/oauth" },
};

const manifest = { configurations: { account: { properties: settings }, site: { componentId: "config" } } };

describe("settings", () => {
  it("have the manifest's types", () => {
    const words = ["channel=a=b", "limit=5", "loud=true", "connection="];
    expect(parseSettings(words, manifest, "account")).toEqual({
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
    expect(() => parseSettings([word], manifest, "account")).toThrow(
      expect.objectContaining({ code: "usage", next }),
    );
  });

  it("of a component have any name, and JSON values", () => {
    const words = ["tone=calm", "limits=[1,2]", "gone="];
    expect(parseSettings(words, manifest, "site")).toEqual({ tone: "calm", limits: [1, 2], gone: null });
  });

  it("are completed by connecting before setting values", () => {
    expect(commandsForMissing(manifest, "account", ["channel", "connection", "limit"])).toEqual([
      "plugboard connect connection",
      "plugboard configure channel=… limit=…",
    ]);
  });

  it("are missing if required and without a value", () => {
    const configurations = { account: { properties: settings, required: ["channel", "limit"] } };
    expect(missingSettings({ configurations }, "account", { limit: 0, channel: "" })).toEqual(["channel"]);
    expect(missingSettings({ configurations }, "site", {})).toEqual([]);
  });
});
