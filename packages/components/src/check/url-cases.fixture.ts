/** URLs that every attribute rejects: scripts, other schemes and relative URLs. */
export const unsafeUrls: readonly unknown[] = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " \u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://example.com/1",
  "file:///etc/passwd",
  "//example.com",
  "/settings",
  "example.com",
  "https:",
  "",
  7,
  null,
];

/** URLs that every attribute accepts. */
export const safeUrls: readonly string[] = [
  "https://example.com",
  "http://localhost:3000/a?b=c#d",
  "HTTPS://EXAMPLE.COM",
];
