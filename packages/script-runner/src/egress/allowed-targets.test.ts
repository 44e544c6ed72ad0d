import { expect, test } from "vitest";
import { isAllowedHost, parseAllowedTargets } from "./allowed-targets.ts";

test.each([
  ["127.0.0.1:4002", "http://127.0.0.1:4002/any", true],
  ["127.0.0.1:4002", "https://127.0.0.1:4002/", true],
  ["127.0.0.1:4002", "http://2130706433:4002/", true],
  ["127.0.0.1:4002", "http://127.0.0.1:4000/metrics", false],
  ["127.0.0.1:4002", "http://127.0.0.1/", false],
  ["127.0.0.1:4002", "http://127.0.0.1:4002@127.0.0.1:4000/", false],
  ["127.0.0.1:4002", "http://localhost:4002/", false],
  ["127.0.0.1:80", "http://127.0.0.1/", true],
  ["127.0.0.1:443", "https://127.0.0.1/", true],
  ["127.0.0.1:443", "http://127.0.0.1/", false],
  ["[::1]:4002", "http://[::1]:4002/", true],
  ["Tracker.internal:8080", "http://tracker.internal:8080/", true],
  ["tracker.internal:8080", "http://a.tracker.internal:8080/", false],
  ["127.0.0.0/8", "http://127.0.0.1:4002/", false],
])("%s allows %s: %s", (target, url, expected) => {
  expect(isAllowedHost(new URL(url), parseAllowedTargets([target]))).toBe(expected);
});

test.each([
  "127.0.0.1",
  "http://127.0.0.1:1",
  "user@127.0.0.1:1",
  "a b:1",
  ":1",
  "host:99999",
  "10.0.0.0/33",
  "",
])("rejects %j", (target) => {
  expect(() => parseAllowedTargets([target])).toThrow(/is neither host:port/);
});

test("passes networks to the address guard", () => {
  expect(parseAllowedTargets(["10.0.0.0/8", "fd00::/8"]).networks).toEqual(["10.0.0.0/8", "fd00::/8"]);
});
