import { expect, it } from "vitest";
import { matchesUrlPattern } from "./matches-url-pattern.ts";

it.each([
  ["https://example.com", "https://example.com/", true],
  ["https://example.com/a", "https://example.com/a/", true],
  ["https://example.com/a", "https://example.com/a?b=c#d", true],
  ["https://example.com/a", "https://example.com/a/b", false],
  ["https://example.com/a", "http://example.com/a", false],
  ["https://example.com/a", "https://example.com:8443/a", false],
  ["https://example.com:443/a", "https://example.com/a", true],
  ["https://EXAMPLE.com/*", "https://example.com/A", true],
  ["https://*.example.com/", "https://acme.example.com/", true],
  ["https://*.example.com/", "https://example.com/", false],
  ["https://*.example.com/", "https://a.b.example.com/", false],
  ["https://*.example.com/", "https://evil.com/.example.com/", false],
  ["https://example.com/**", "https://example.com.evil.com/", false],
  ["https://example.com/**", "https://example.com@evil.com/", false],
  ["https://example.com/**", "https://user@example.com/", false],
  ["https://example.com/**", "javascript:alert(1)//https://example.com/", false],
  ["https://example.com/issues/*", "https://example.com/issues/7", true],
  ["https://example.com/issues/*", "https://example.com/issues/", false],
  ["https://example.com/issues/*", "https://example.com/issues/7/edit", true],
  ["https://example.com/*/pull/*", "https://example.com/acme/docs/pull/7", true],
  ["https://example.com/*/pull/*", "https://example.com/acme/docs/issues/7", false],
  ["https://example.com/docs-*", "https://example.com/docs-1/a/b", true],
  ["https://example.com/issue-*-of-*", "https://example.com/issue-7-of-9", true],
  ["https://example.com/issue-*-of-*", "https://example.com/issue-of-9", false],
  ["https://example.com/a*a", "https://example.com/a", false],
  ["https://example.com/**", "https://example.com/", true],
  ["https://example.com/**/edit", "https://example.com/a/b/edit", true],
  ["https://example.com/**/edit", "https://example.com/edit", true],
  ["https://example.com/a/**", "https://example.com/a", true],
  ["https://example.com/a/**", "https://example.com/ab", false],
  ["https://example.com/**/edit", "https://example.com/a/b", false],
  ["https://example.com/issue-**", "https://example.com/issue-7/edit", true],
  ["https://example.com/issue-**", "https://example.com/other-7/edit", false],
  ["example.com/**", "https://example.com/", false],
  ["https://example.com/**", "no link", false],
])("%s and %s: %s", (pattern, url, expected) => {
  expect(matchesUrlPattern(pattern, url)).toBe(expected);
});

it("is fast for any pattern", () => {
  const before = performance.now();
  const [stars, parts] = ["/**/*a*".repeat(200), "/aaaa".repeat(400)];
  expect(matchesUrlPattern(`https://example.com${stars}/b`, `https://example.com${parts}`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(1000);
});
