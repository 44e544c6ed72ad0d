import { expect, test } from "vitest";
import { hashInlineScripts } from "./hash-inline-scripts.ts";

// Computed with: printf 'go()' | openssl dgst -sha256 -binary | openssl base64
const hashOfGo = "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='";

test("lists every inline script once regardless of attributes, and no script files", () => {
  const pages = [
    `<script>go()</script><script id="a" type="module">go()</script>`,
    `<script src="/a.js"></script><script type="module" src="/b.js"></script><script data-src="x">go()</script>`,
  ];
  expect(hashInlineScripts(pages)).toEqual([hashOfGo]);
});

test("hashes the code up to the last space, like browsers", () => {
  expect(hashInlineScripts(["<script>\n go()</script>"])).not.toEqual([hashOfGo]);
});
