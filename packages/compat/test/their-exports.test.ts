import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Returns the names that a module exports. */
async function exportsOf(module: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: {
      contents: `export * from ${JSON.stringify(module)};`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@plugboard/source", "worker", "import"],
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

/** The exports that each module omits, with the reason. */
const leftOut: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  "@gitbook/runtime": {},
  "@gitbook/runtime/jsx-runtime": {},
  "@gitbook/api": {
    "limits and patterns of their API, which differ from ours": /^[A-Z0-9_]+$/,
    "building blocks of GitBookAPI": /^(Api|HttpClient|ContentType|APIIntegrationScope)$/,
    "assistants and translation": /^(AI|Agent|Context|Translation)/,
    "their accounts: billing, members, sign-in":
      /^(Billing|SAML|TeamMember|Organization|GitBookUsers|BlockSource|StorageUpload)/,
    "their hosting: host names, advertisements, channels":
      /^(Cloudflare|CustomHostname|SiteAds|SiteChannel|SiteConfigurable|SiteCore|SiteFeature|SiteCustomizationFeature|SiteSocial|SiteRedirect|SiteMcp|SiteOnboarding)/,
    "findings and statistics of their sites":
      /^(SiteFinding|SiteInsights|SiteQuestion|SiteScan|SiteSettings|SiteTriage)/,
    "details of their Git and OpenAPI imports": /^(GitProvider|OpenAPISpecProcessingErrorCode)/,
  },
};

describe("the modules that replace GitBook's", () => {
  it.each([
    ["@gitbook/runtime", "@plugboard/compat/runtime"],
    ["@gitbook/runtime/jsx-runtime", "@plugboard/compat/jsx-runtime"],
    ["@gitbook/api", "@plugboard/compat/api"],
  ])("export everything that %s exports, with listed exceptions", async (theirs, ours) => {
    const [wanted, given] = await Promise.all([exportsOf(theirs), exportsOf(ours)]);
    const reasons = Object.values(leftOut[theirs] ?? {});
    const kept = wanted.filter(
      (name) => !reasons.some((reason) => reason.test(name)) || given.includes(name),
    );
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.filter((name) => !given.includes(name))).toEqual([]);
    expect(reasons.filter((reason) => !wanted.some((name) => reason.test(name)))).toEqual([]);
  });

  it("export each constant with GitBook's name and value", async () => {
    const theirs: object = await import("@gitbook/api");
    const ours: object = await import("../src/api/enum-values.ts");
    for (const [name, words] of Object.entries(ours))
      expect([name, words]).toEqual([name, Reflect.get(theirs, name)]);
  });
});
