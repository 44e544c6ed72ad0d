import { describe, expect, it } from "vitest";
import {
  describeScriptSources,
  grantedSources,
  readScriptSources,
  scriptSourcePattern,
} from "./script-sources.ts";

const hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

describe("readScriptSources", () => {
  it.each([
    ["*.cdn.example", "https://*.cdn.example"],
    ["CDN.example/Path/x.js", "https://cdn.example/Path/x.js"],
    ["https://cdn.example/", "https://cdn.example"],
    ["http://cdn.example", "https://cdn.example"],
    ["cdn.example:8443", "https://cdn.example:8443"],
    ["*", "https:"],
    ["blob:", "blob:"],
    ["wss://*.chat.example", "wss://*.chat.example"],
    ["'self'", "'self'"],
    ["'UNSAFE-INLINE'", "'unsafe-inline'"],
    [hash, hash],
  ])("parses %s as %s", (text, source) => {
    expect(readScriptSources({ "script-src": text })).toEqual({
      sources: { "script-src": [source] },
      unsupported: [],
    });
  });

  it("parses a whole policy, with default-src for missing directives", () => {
    const policy =
      "default-src 'none' https://all.example; script-src-elem cdn.example cdn.example; upgrade-insecure-requests; font-src 'none'; form-action forms.example";
    const { sources, unsupported } = readScriptSources(policy);
    expect([sources["script-src"], sources["form-action"], sources["media-src"], unsupported]).toEqual([
      ["https://cdn.example"],
      ["https://forms.example"],
      ["https://all.example"],
      [],
    ]);
  });

  it.each([
    "'nonce-abc'",
    "https://a.example/%22<b>",
    "javascript:alert(1)",
    "ftp://a.example",
    "a_b.example",
  ])("reports %s", (source) => {
    expect(readScriptSources({ "script-src": source })).toEqual({
      sources: {},
      unsupported: [{ directive: "script-src", source }],
    });
  });

  it("returns no policy without one", () => {
    expect(readScriptSources(undefined)).toEqual({ sources: {}, unsupported: [] });
  });
});

it.each(["https://a.example; script-src *", "https://a.example,b", "https://a.example\n", "'none'", "*", ""])(
  "a grant rejects %j",
  (source) => {
    expect(scriptSourcePattern.test(source)).toBe(false);
  },
);

describe("grantedSources", () => {
  it.each([
    ["https://*.cdn.example", "https://a.b.cdn.example", true],
    ["https://*.cdn.example", "https://cdn.example", false],
    ["https://*.cdn.example", "https://evil-cdn.example", false],
    ["https://cdn.example", "https://cdn.example/lib.js", true],
    ["https://cdn.example/lib/", "https://cdn.example/lib/a.js", true],
    ["https://cdn.example/lib", "https://cdn.example/library", false],
    ["https://cdn.example", "https://cdn.example:8443", false],
    ["https:", "https://any.example", true],
    ["https:", "wss://any.example", false],
    ["https:", "blob:", false],
    ["https://cdn.example", "https:", false],
    [hash, hash, true],
  ])("%s covers %s: %s", (granted, requested, expected) => {
    const allowed = grantedSources({ "script-src": [requested] }, { "script-src": [granted] });
    expect(allowed).toEqual(expected ? { "script-src": [requested] } : {});
  });

  it("returns the whole grant without a request", () => {
    const grant = { "font-src": ["https://fonts.example"] };
    expect(grantedSources(undefined, grant)).toBe(grant);
  });
});

it("describes sources in plain English", () => {
  expect(
    describeScriptSources({
      "connect-src": ["https://*.collect.example", "wss://chat.example"],
      "script-src": [hash, "https:", "'unsafe-eval'", "https://cdn.example/lib.js"],
      "worker-src": ["blob:"],
    }),
  ).toEqual([
    "Run scripts from inline code identified by its hash, any website, code that it generates at run time, cdn.example/lib.js.",
    "Send data to all subdomains of collect.example, wss://chat.example.",
    "Run background workers from data it creates in the page (blob:).",
  ]);
});
