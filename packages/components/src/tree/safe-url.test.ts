import { expect, test } from "vitest";
import { safeLinkUrl, safeResourceUrl } from "./safe-url.ts";

test.each(["https://example.com/a?b=c#d", "http://example.com/", "mailto:ada@example.com"])(
  "a link can use %s",
  (url) => expect(safeLinkUrl(url)).toBe(url),
);

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://example.com/1",
  "file:///etc/passwd",
  "//example.com",
  "/settings",
  "",
  undefined,
  null,
  7,
  { toString: () => "https://example.com" },
])("neither a link nor a resource can use %j", (url) => {
  expect(safeLinkUrl(url)).toBeUndefined();
  expect(safeResourceUrl(url)).toBeUndefined();
});

test("a resource is never a mail address", () => {
  expect(safeResourceUrl("mailto:ada@example.com")).toBeUndefined();
  expect(safeResourceUrl("https://example.com/a.png")).toBe("https://example.com/a.png");
});
