import { expect, it } from "vitest";
import { relativePath } from "./relative-path.ts";

it.each([
  ["welcome.md", "setup.md", "setup.md"],
  ["welcome.md", "guides/setup.md", "guides/setup.md"],
  ["guides/setup.md", "welcome.md", "../welcome.md"],
  ["guides/setup.md", "guides/teardown.md", "teardown.md"],
  ["guides/setup.md", "guides/setup/more.md", "setup/more.md"],
  ["a/b/c.md", "a/d/c.md", "../d/c.md"],
  ["a/a.md", "a", "../a"],
  ["a.md", "a (b) & *c*.md", "a%20%28b%29%20%26%20%2ac%2a.md"],
])("links from %s to %s as %s", (from, to, link) => {
  expect(relativePath(from, to)).toBe(link);
});
