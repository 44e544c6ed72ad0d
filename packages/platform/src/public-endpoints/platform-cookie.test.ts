import { describe, expect, it } from "vitest";
import { withoutCookie, withoutSetCookie } from "./platform-cookie.ts";

describe("withoutCookie", () => {
  it.each([
    ["own=1", []],
    ["a=1; own=2; b=3", ["a=1; b=3"]],
    ["own=1; a=own=2", ["a=own=2"]],
    ["owner=1; OWN=2", ["owner=1; OWN=2"]],
    ["own=1;own=2", []],
  ])("of %j leaves %j", (cookies, left) => {
    const headers = [["accept", "own=1"] as const, ["cookie", cookies] as const];
    expect(withoutCookie(headers, "own")).toEqual([
      ["accept", "own=1"],
      ...left.map((value) => ["cookie", value]),
    ]);
  });
});

describe("withoutSetCookie", () => {
  it.each(["own=1; Path=/", " own =1", "own", "=own=1; Path=/", " = own=1", "\town=1"])(
    "drops %j, which a browser would send back under the platform's name",
    (value) => {
      expect(withoutSetCookie([["set-cookie", value]], "own")).toEqual([]);
    },
  );

  it("passes others on", () => {
    const headers = [["set-cookie", "state=own=1; Path=/"] as const, ["x-own", "own=1"] as const];
    expect(withoutSetCookie(headers, "own")).toEqual(headers);
  });
});
