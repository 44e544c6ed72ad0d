import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { docsContract } from "../../test/fixtures/docs-contract.ts";
import { manifestPlus, manifestWith, manifestWithProperty } from "../../test/fixtures/manifest-text.ts";
import { deprecatedManifests, rightManifests } from "../../test/fixtures/right-manifests.ts";
import { typicalManifest } from "../../test/fixtures/typical-manifest.ts";
import { unreadableManifests } from "../../test/fixtures/unreadable-manifests.ts";
import { wrongManifests } from "../../test/fixtures/wrong-manifests.ts";
import { type ManifestIssue, type ManifestIssueCode, manifestIssueCodes } from "../model/manifest-issue.ts";
import { checkManifest, parseManifest } from "./check-manifest.ts";

const wrong = [...wrongManifests, ...unreadableManifests];
const right = [...rightManifests, ...deprecatedManifests];

/** Codes of comparisons with code or files; their own tests cover them. */
const otherChecks: readonly ManifestIssueCode[] = [
  "other_product",
  "other_target",
  "missing_component",
  "missing_fetch",
  "missing_tool",
  "undeclared_tool",
  "unhandled_schedule",
  "unknown_event",
  "unknown_request",
  "undeclared_secret",
  "unused_secret",
  "missing_file",
  "outside_folder",
  "not_a_file",
  "file_too_large",
  "not_an_image",
  "image_size",
  "image_ratio",
  "too_many_issues",
];

const marks = (issues: readonly ManifestIssue[]) =>
  issues.map(({ line, column, code }) => `${line}:${column} ${code}`);

const docs = { contract: docsContract };

describe("settings of kinds of resources", () => {
  const yaml = (lines: string) =>
    manifestPlus(
      lines,
      "configurations: { project: { componentId: labels }, board: { componentId: labels } }",
    );
  const contract = { name: "tracker", kinds: { project: {} } };

  test("are those of the contract", () => {
    expect(marks(checkManifest(yaml("product: tracker"), { contract }).errors)).toEqual(["8:53 unknown_key"]);
    expect(checkManifest(yaml("product: tracker"), { contract }).errors[0]?.message).toBe(
      '"board" is not a key of configurations. Write one of account, project.',
    );
  });

  test("may be any of a product that is not known", () => {
    expect(checkManifest(yaml("product: tracker")).errors).toEqual([]);
  });

  test("are only those of the contract without a product in the manifest", () => {
    expect(checkManifest(yaml("target: all"), docs).errors.map(({ code }) => code)).toEqual([
      "unknown_key",
      "unknown_key",
    ]);
  });
});

describe("finds every mistake at its position", () => {
  test.each(wrong)("$rule", ({ yaml, errors }) => {
    const checked = checkManifest(yaml, docs);
    expect(marks(checked.errors)).toEqual(errors);
    expect(checked.manifest).toBeUndefined();
  });

  test("the table covers every issue code", () => {
    const shown = [
      ...wrong.flatMap(({ errors }) => errors),
      ...right.flatMap(({ warnings = [] }) => warnings),
    ];
    const codes = new Set(shown.map((mark) => mark.split(" ")[1]));
    expect(codes).toEqual(new Set(manifestIssueCodes.filter((code) => !otherChecks.includes(code))));
    expect(wrong.length).toBeGreaterThanOrEqual(80);
  });
});

describe("accepts valid manifests", () => {
  test.each(right)("$rule", ({ yaml, warnings = [] }) => {
    const checked = checkManifest(yaml, docs);
    expect(checked.errors).toEqual([]);
    expect(marks(checked.warnings)).toEqual(warnings);
    expect(parseManifest(yaml, docs)).toEqual(checked.manifest);
  });

  test("parses a manifest unchanged", () => {
    expect(parseManifest(typicalManifest, docs)).toMatchObject({
      name: "page-digest",
      title: "Page digest",
      visibility: "public",
      scopes: ["space:content:read", "space:metadata:read", "site:views:read"],
      configurations: {
        account: { required: ["oauth_credentials"] },
        site: { properties: { limit: { type: "number", default: 10 } } },
      },
      secrets: { CLIENT_ID: "${{ env.DIGEST_CLIENT_ID }}" },
    });
  });

  test("visibility defaults to private", () => {
    expect(parseManifest(manifestWith({ visibility: "" })).visibility).toBe("private");
  });

  test("maps a former scope name to the current one", () => {
    expect(parseManifest(manifestWith({ scopes: "scopes: [space:views:read]" }), docs).scopes).toEqual([
      "site:views:read",
    ]);
  });

  test("the integrations of the platform can use internal scopes", () => {
    const yaml = manifestWith({ scopes: "scopes: [site:script:inject, site:script:cookies]" });
    const manifest = parseManifest(yaml, { ...docs, allowInternalScopes: true });
    expect(manifest.scopes).toEqual(["site:script:inject", "site:script:cookies"]);
  });
});

const numberProperty = ["type: number", "title: a", "description: b"];
const booleanProperty = ["type: boolean", "title: a", "description: b"];

describe("messages say how to fix the problem", () => {
  test.each([
    { yaml: manifestPlus("categoris: []"), says: 'Did you mean "categories"?' },
    { yaml: manifestPlus("preview-images: []"), says: 'Did you mean "previewImages"?' },
    { yaml: manifestPlus("target: sites"), says: 'Did you mean "site"?' },
    { yaml: manifestPlus("target: moon"), says: "Write one of all, organization, space, site." },
    { yaml: manifestPlus("zzzzzzzz: 1"), says: "Remove it." },
    { yaml: manifestPlus("categories: [visitor-auth]"), says: 'Use "authenticated-access" instead' },
    {
      yaml: manifestWith({ scopes: "scopes: [page:feedback:read]" }),
      says: 'Use "site:views:read" instead',
    },
    {
      yaml: manifestWith({ scopes: "scopes: [space:contents:read]" }),
      says: 'Did you mean "space:content:read"?',
    },
    {
      yaml: manifestWith({ title: "title: 5" }),
      says: "This is a number, but it must be a text. Put it in quotes.",
    },
    { yaml: manifestWith({ title: "" }), says: 'The key "title" is missing. Add it.' },
    { yaml: manifestPlus("secrets:", "\tA: b"), says: "Indent with spaces" },
    { yaml: manifestWith({ scopes: "scopes: ['*']" }), says: "Write one of space:content:read, space:" },
    { yaml: manifestWith({ scopes: "scopes: [space:view:read]" }), says: 'Did you mean "site:views:read"?' },
    { yaml: manifestWith({ scopes: "scopes: [site:script:injec]" }), says: "Write one of" },
    { yaml: manifestWith({ scopes: "scopes: openapi:read" }), says: 'Write "- " before each item' },
    { yaml: manifestPlus("secrets: [A]"), says: "Write lines of the form `key: value`" },
    { yaml: manifestPlus("configurations:", "site:"), says: "indented below this key" },
    { yaml: manifestWith({ title: "title: #1 digest" }), says: "quote it if it starts with #" },
    { yaml: manifestWithProperty(...numberProperty, "default: '10'"), says: "Remove the quotes." },
    { yaml: manifestWithProperty(...booleanProperty, "default: 'true'"), says: "Remove the quotes." },
    { yaml: manifestWithProperty(...booleanProperty, "default: yes"), says: "Write true." },
    { yaml: manifestWithProperty(...booleanProperty, "default: Off"), says: "Write false." },
  ])("$says", ({ yaml, says }) => {
    expect(checkManifest(yaml, docs).errors[0]?.message).toContain(says);
  });

  test("a default of another type is reported once", () => {
    const yaml = manifestWithProperty(...numberProperty, "default: many");
    expect(checkManifest(yaml, docs).errors.map(({ message }) => message)).toEqual([
      "This is a text, but it must be a number.",
    ]);
  });

  test("a misspelled visibility is not reported as missing", () => {
    const { errors, warnings } = checkManifest(manifestWith({ visibility: "visibilty: public" }));
    expect(marks(errors)).toEqual(["5:1 unknown_key"]);
    expect(warnings).toEqual([]);
  });

  test("an issue contains the path of the value", () => {
    const yaml = manifestPlus("blocks:", "  - { id: a, title: 5, description: b }", "icn: a.png");
    expect(checkManifest(yaml, docs).errors.map(({ path }) => path)).toEqual([
      ["blocks", 0, "title"],
      ["icn"],
    ]);
  });

  test("a message contains no invisible characters", () => {
    const yaml = manifestPlus("target: \u202Esite\u200B");
    expect(checkManifest(yaml, docs).errors[0]?.message).toContain('"\\u{202e}site\\u{200b}"');
  });
});

describe("rejects hostile input", () => {
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(
      parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)),
    );

  test("decodes bytes as UTF-8", () => {
    expect(parseManifest(bytes(manifestWith({ title: "title: Übersicht" }))).title).toBe("Übersicht");
  });

  test("reports the position of invalid UTF-8", () => {
    const yaml = bytes("name: a\ntitle: Caf", [0xe9], " digest\n");
    expect(marks(checkManifest(yaml, docs).errors)).toEqual(["2:11 wrong_encoding"]);
  });

  test.each([
    { what: "UTF-16, low byte first", yaml: bytes([0xff, 0xfe], "n\0a\0"), code: "wrong_encoding" },
    { what: "UTF-16, high byte first", yaml: bytes([0xfe, 0xff], "\0n\0a"), code: "wrong_encoding" },
    { what: "UTF-16 without a mark", yaml: bytes("n\0a\0m\0e\0"), code: "wrong_encoding" },
    { what: "Latin-1", yaml: bytes("title: ", [0xdc], "bersicht"), code: "wrong_encoding" },
    { what: "an overlong encoding", yaml: bytes("a: ", [0xc0, 0xaf]), code: "wrong_encoding" },
    { what: "a byte-order mark", yaml: bytes([0xef, 0xbb, 0xbf], manifestWith({})), code: "byte_order_mark" },
    { what: "megabytes", yaml: new Uint8Array(5_000_000), code: "too_large" },
  ])("$what", ({ yaml, code }) => {
    expect(checkManifest(yaml, docs).errors.map((issue) => issue.code)).toEqual([code]);
  });

  test("does not expand an alias bomb", () => {
    const levels = Array.from(
      { length: 20 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
    );
    const { errors } = checkManifest(`l0: &l0 lol\n${levels.join("\n")}\n`);
    expect(errors).toHaveLength(101);
    expect(errors[0]).toMatchObject({ code: "anchor", line: 1, column: 5 });
    expect(errors[100]).toMatchObject({ code: "too_many_issues" });
  });

  test.each([
    ["nested lists", "[".repeat(200_000)],
    ["nested maps", "{a: ".repeat(60_000)],
    ["nested lists on one line", "- ".repeat(120_000)],
    ["closing brackets", "]".repeat(200_000)],
    ["quotes", '"'.repeat(200_000)],
    ["keys", Array.from({ length: 20_000 }, (_, key) => `key${key}: 1`).join("\n")],
    ["list items", `scopes: [${"x,".repeat(120_000)}]`],
    ["documents", "---\n".repeat(60_000)],
    ["comments", "#\n".repeat(120_000)],
    ["one key", `${"a".repeat(250_000)}: b`],
    ["a path", `icon: ${"../".repeat(80_000)}`],
    ["expressions", `secrets: { A: "${"${{ env.".repeat(30_000)}" }`],
  ])("many %s", (_, yaml) => {
    const { errors } = checkManifest(yaml, docs);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThanOrEqual(101);
  });

  test("no key reaches a prototype", () => {
    checkManifest(
      manifestPlus("__proto__:", "  polluted: yes", "constructor:", "  prototype:", "    polluted: yes"),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect("polluted" in {}).toBe(false);
  });

  test("checking any text returns a manifest, or errors at existing lines", () => {
    const fragments = [
      ..."\n \n \n \t : - ? [ ] { } , & * ! | > ' \" % @ ` # \\ \uFEFF \0 \u0085".split(/(?= )/),
      ...typicalManifest.split(/(?<=\n)|(?<=: )/),
      ..."__proto__ <<: *a ${{ env.X }} --- ... !!str 🙂 \ud800".split(" "),
    ];
    const soup = fc.array(
      fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: "binary", maxLength: 5 })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(soup, (parts) => {
        const yaml = parts.join("");
        const { manifest, errors } = checkManifest(yaml, docs);
        const lines = yaml.split("\n").length;
        expect(manifest === undefined).toBe(errors.length > 0);
        for (const { line, column, length } of errors) {
          expect(line).toBeLessThanOrEqual(lines);
          expect(Math.min(line, column, length)).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("a manifest with a corrupted line is rejected or parsed like any YAML parser does", () => {
    const lines = typicalManifest.split("\n");
    const index = fc.integer({ min: 0, max: lines.length - 1 });
    fc.assert(
      fc.property(index, fc.string({ maxLength: 4 }), (line, junk) => {
        const yaml = lines.with(line, `${lines[line]}${junk}`).join("\n");
        const { manifest } = checkManifest(yaml, docs);
        return manifest === undefined || isDeepStrictEqual(manifest, parse(yaml));
      }),
      { numRuns: 150 },
    );
    expect(parse(typicalManifest)).toEqual(parseManifest(typicalManifest, docs));
  });
});

describe("a manifest for a platform with a product", () => {
  const contract = { name: "tracker", scopes: { "issues:read": {} } };
  const yaml = (product: string, scope: string) =>
    `${manifestWith({ scopes: `scopes: [${scope}]` })}\nproduct: ${product}\n`;
  const messages = (text: string, options?: Parameters<typeof checkManifest>[1]) =>
    checkManifest(text, options).errors.map(({ code, message }) => `${code}: ${message}`);

  test("can name the product's scopes", () => {
    expect(checkManifest(yaml("tracker", "issues:read"), { contract }).manifest).toMatchObject({
      product: "tracker",
      scopes: ["issues:read"],
    });
    expect(messages(yaml("tracker", "issues:raed"), { contract })).toEqual([
      'unknown_value: "issues:raed" is not an allowed value. Did you mean "issues:read"?',
    ]);
    expect(messages(manifestWith({ scopes: "scopes: [issues:read]" }), docs)).toHaveLength(1);
  });

  test("is rejected by a platform with another product", () => {
    expect(messages(yaml("crm", "issues:read"), { contract })).toEqual([
      'other_product: This integration is for the product "crm", but this platform hosts "tracker". Publish it there.',
    ]);
  });

  test("can name any scope where the product is unknown, until it is published", () => {
    expect(messages(yaml("crm", "deals:read"))).toEqual([]);
    expect(messages(yaml("crm", "deals"))).toHaveLength(1);
  });
});
