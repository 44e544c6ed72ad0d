import { describe, expect, it } from "vitest";
import { meetsConditions, selectClaims } from "./adaptive-content.ts";

describe("meetsConditions", () => {
  const claims = { plan: "pro", users: 5, beta: true, teams: ["docs", "api"], account: { region: "eu" } };

  it.each([
    [[], true],
    [[{ claim: "plan", anyOf: ["free", "pro"] }], true],
    [[{ claim: "plan", anyOf: ["free"] }], false],
    [[{ claim: "users", anyOf: [5] }], true],
    [[{ claim: "users", anyOf: ["5"] }], false],
    [[{ claim: "beta", anyOf: [true] }], true],
    [[{ claim: "teams", anyOf: ["api"] }], true],
    [[{ claim: "teams", anyOf: ["sales"] }], false],
    [[{ claim: "account.region", anyOf: ["eu"] }], true],
    [[{ claim: "account", anyOf: ["eu"] }], false],
    [[{ claim: "constructor.name", anyOf: ["Object"] }], false],
    [[{ claim: "missing", anyOf: ["x"] }], false],
    [
      [
        { claim: "plan", anyOf: ["pro"] },
        { claim: "beta", anyOf: [false] },
      ],
      false,
    ],
  ])("of %j is %s", (conditions, met) => {
    expect(meetsConditions(conditions, claims)).toBe(met);
  });
});

describe("selectClaims", () => {
  const claims = { plan: "pro", mail: "ada@example.com" };

  it.each([
    [{ type: "object", properties: { plan: {} } }, { plan: "pro" }],
    [{ type: "object", properties: {} }, {}],
    [{ type: "object" }, claims],
  ])("by %j keeps %j", (schema, expected) => {
    expect(selectClaims(claims, schema)).toEqual(expected);
  });
});
