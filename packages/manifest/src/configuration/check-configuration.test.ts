import { describe, expect, test } from "vitest";
import type { ManifestConfiguration } from "../model/manifest.ts";
import { checkConfiguration } from "./check-configuration.ts";

const texts = { title: "Setting", description: "Says how." };

const configuration: ManifestConfiguration = {
  properties: {
    channel: { type: "string", ...texts, completion_url: "/channels" },
    region: { type: "string", ...texts, enum: ["EU", "US"], default: "EU" },
    limit: { type: "number", ...texts, default: 10 },
    weekly: { type: "boolean", ...texts, default: false },
    oauth_credentials: { type: "button", ...texts, button_text: "Connect", callback_url: "/oauth" },
  },
  required: ["oauth_credentials", "channel", "region"],
};

const defaults = { region: "EU", limit: 10, weekly: false };
const complete = { channel: "C1", oauth_credentials: { access_token: "x" } };

describe("checkConfiguration", () => {
  test("applies defaults and lists missing properties", () => {
    expect(checkConfiguration(configuration, {})).toEqual({
      status: "incomplete",
      values: defaults,
      problems: [],
      missing: ["oauth_credentials", "channel"],
    });
  });

  test("is complete if all required properties are set", () => {
    expect(checkConfiguration(configuration, complete)).toEqual({
      status: "complete",
      values: { ...defaults, ...complete },
      problems: [],
      missing: [],
    });
  });

  test("accepts any value for an internal setting", () => {
    const internal = { webhook: { id: "w1" }, teams: ["a"] };
    const declared = { ...configuration, internal: ["webhook", "teams"] };
    expect(checkConfiguration(declared, { ...complete, ...internal })).toEqual({
      status: "complete",
      values: { ...defaults, ...complete, ...internal },
      problems: [],
      missing: [],
    });
  });

  test("keeps set values, including false, zero and empty ones", () => {
    const values = { ...complete, region: "US", limit: 0, weekly: false };
    expect(checkConfiguration(configuration, values).values).toEqual(values);
  });

  test.each([undefined, null])("treats %s as unset", (nothing) => {
    const checked = checkConfiguration(configuration, { ...complete, channel: nothing, limit: nothing });
    expect(checked).toMatchObject({ status: "incomplete", missing: ["channel"], values: { limit: 10 } });
  });

  test.each(["", "  "])("rejects %j for a required property", (blank) => {
    expect(checkConfiguration(configuration, { ...complete, channel: blank }).missing).toEqual(["channel"]);
  });

  test.each([
    ["channel", 5, "wrong_type", "Setting must be a text."],
    ["channel", ["C1"], "wrong_type", "Setting must be a text."],
    ["limit", "10", "wrong_type", "Setting must be a number."],
    ["limit", Number.NaN, "wrong_type", "Setting must be a number."],
    ["limit", Number.POSITIVE_INFINITY, "wrong_type", "Setting must be a number."],
    ["weekly", "true", "wrong_type", "Setting must be true or false."],
    ["oauth_credentials", "token", "wrong_type", "Setting must be set by pressing the button."],
    ["oauth_credentials", [], "wrong_type", "Setting must be set by pressing the button."],
    ["region", "UK", "not_listed", 'Setting: "UK" is not one of the choices.'],
    [
      "chanel",
      "C1",
      "unknown_property",
      '"chanel" is not a property of this configuration. Did you mean "channel"?',
    ],
    ["constructor", "x", "unknown_property", '"constructor" is not a property'],
    ["__proto__", {}, "unknown_property", '"__proto__" is not a property'],
  ])("rejects %s = %j", (property, value, code, says) => {
    const values = Object.fromEntries([...Object.entries(complete), [property, value]]);
    const checked = checkConfiguration(configuration, values);
    expect(checked.status).toBe("incomplete");
    expect(checked.problems).toEqual([{ property, code, message: expect.stringContaining(says) }]);
    expect(Object.hasOwn(checked.values, property)).toBe(false);
  });

  test("reports each problem with its property", () => {
    const { problems } = checkConfiguration(configuration, { limit: "a", weekly: 1, other: 2 });
    expect(problems.map(({ property }) => property)).toEqual(["limit", "weekly", "other"]);
  });

  test("does not check the values of a component", () => {
    const values = { anything: 1 };
    expect(checkConfiguration({ componentId: "config" }, values)).toEqual({
      status: "complete",
      values,
      problems: [],
      missing: [],
    });
  });
});
