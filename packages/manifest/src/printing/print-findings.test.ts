import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { docsContract } from "../../test/fixtures/docs-contract.ts";
import { manifestPlus, manifestWith } from "../../test/fixtures/manifest-text.ts";
import { checkManifest } from "../checking/check-manifest.ts";
import { printFindings } from "./print-findings.ts";

function print(yaml: string, color = false): string {
  const checked = checkManifest(yaml, { file: "digest/service-manifest.yaml", contract: docsContract });
  return printFindings(checked, checked.source, { color });
}

describe("printFindings", () => {
  test("shows each problem with its marked line", () => {
    const yaml = manifestWith({
      visibility: "",
      more: "blocks:\n  - { id: a, title: 5, description: b }\ntarget: 'sites'",
    });
    expect(print(yaml)).toBe(
      [
        "digest/service-manifest.yaml:7:21 error wrong_type",
        "blocks[0].title: This is a number, but it must be a text. Put it in quotes.",
        "7 |   - { id: a, title: 5, description: b }",
        "  |                     ^",
        "",
        "digest/service-manifest.yaml:8:9 error unknown_value",
        'target: "sites" is not an allowed value. Did you mean "site"?',
        "8 | target: 'sites'",
        "  |         ^^^^^^^",
        "",
        "digest/service-manifest.yaml:1:1 warning default_visibility",
        "visibility: The visibility is not set, so it defaults to private: only your organization can install this. Set it explicitly.",
        "1 | name: page-digest",
        "  | ^",
        "",
        "2 errors, 1 warning",
        "",
      ].join("\n"),
    );
  });

  test("returns an empty string without findings", () => {
    expect(print(manifestWith({}))).toBe("");
  });

  test("colors the output on demand", () => {
    const yaml = manifestPlus("target: moon");
    expect(print(yaml)).not.toContain("\u001b");
    expect(print(yaml, true)).toContain("\u001b[31merror\u001b[0m");
    expect(print(yaml, true)).toContain("\u001b[31m^^^^\u001b[0m");
    expect(stripVTControlCharacters(print(yaml, true))).toBe(print(yaml));
  });

  test("aligns markers by display width", () => {
    const yaml = manifestPlus("categories: ['👨‍👩‍👧‍👦', e\u0301, moon]");
    expect(print(yaml).split("\n").slice(-5, -2)).toEqual([
      "7 | categories: ['👨‍👩‍👧‍👦', é, moon]".normalize("NFD"),
      `  | ${" ".repeat("categories: ['xx', x, ".length)}^^^^`,
      "",
    ]);
  });

  test("truncates a long line around the problem", () => {
    const link = "{ label: Docs, url: 'https://example.com' }, ";
    const yaml = manifestPlus(`externalLinks: [${link.repeat(20)}{ label: Docs, url: moon }]`);
    const shown = print(yaml)
      .split("\n")
      .filter((line) => line.startsWith("7 |") && line.includes("moon"));
    expect(shown).toHaveLength(1);
    expect(shown[0]?.length).toBeLessThan(120);
  });

  test("marks where a long line is truncated, and splits no character", () => {
    const yaml = manifestPlus(
      `externalLinks: [{ label: ${"🚀".repeat(80)}, url: moon, x: ${"🚀".repeat(80)} }]`,
    );
    const [shown, marks] = print(yaml)
      .split("\n")
      .filter((line) => line.startsWith("7 |") || line.startsWith("  |"));
    const rockets = "🚀".repeat(21);
    expect(shown).toBe(`7 | …${rockets}, url: moon, x: ${rockets}…`);
    expect(marks).toBe(`  | ${" ".repeat("…, url: ".length + 2 * 21)}^^^^`);
  });

  test("escapes invisible characters of the file and its name", () => {
    const checked = checkManifest(manifestPlus("target: \u202Emoon"), {
      file: "a\u001b[31m.yaml",
      contract: docsContract,
    });
    const printed = printFindings(checked, checked.source);
    expect(printed).toContain("a\\u{1b}[31m.yaml:7:9");
    expect(printed).toContain("7 | target: \\u{202e}moon");
  });
});

describe("printFindings masks secrets", () => {
  test.each([
    { what: "a literal", yaml: manifestPlus("secrets:", "  KEY: sk_live_abc"), shows: "8 |   KEY: ••••••••" },
    {
      what: "a quoted literal",
      yaml: manifestPlus("secrets:", '  KEY: "sk_live_abc"'),
      shows: "8 |   KEY: ••••••••",
    },
    {
      what: "text next to an expression",
      yaml: manifestPlus("secrets:", "  KEY: sk_live_abc${{ env.KEY }}${{ x }}"),
      shows: "8 |   KEY: ••••••••${{ env.KEY }}••••••••",
    },
    {
      what: "a literal on the same line",
      yaml: manifestPlus("secrets: { KEY: sk_live_abc }"),
      shows: "7 | secrets:••••••••",
    },
    {
      what: "a literal in an environment",
      yaml: manifestPlus("envs:", "  prod: { secrets: { KEY: sk_live_abc } }"),
      shows: "8 |   prod: { secrets:••••••••",
    },
    {
      what: "a literal of several lines",
      yaml: manifestPlus("secrets:", "  KEY: |", "    sk_live_abc", '  "KEY', "    sk_live_abc"),
      shows: "••••••••",
    },
    {
      what: "a literal after an unindented comment",
      yaml: manifestPlus("secrets:", "  A: ${{ env.A }}", "# And:", "", "  KEY: sk_live_abc"),
      shows: "11 |   KEY: ••••••••",
    },
    {
      what: "a literal that looks like a key",
      yaml: manifestPlus("secrets:", "  KEY:", "    sk_live_abc: 1"),
      shows: "9 |     ••••••••",
    },
    {
      what: "a literal at a syntax error",
      yaml: manifestPlus("secrets:", "  KEY: |sk_live_abc"),
      shows: "Nothing can follow | or > on the same line.",
    },
    {
      what: "a literal at the start of a line",
      yaml: manifestPlus("secrets:", "  KEY: a", "  sk_live_abc"),
      shows: "error yaml_syntax",
    },
    {
      what: "a literal in a file that is not valid YAML",
      yaml: manifestPlus("secrets:", "  KEY: 'sk_live_abc", "target: all"),
      shows: "error yaml_syntax",
    },
  ])("$what", ({ yaml, shows }) => {
    const printed = print(yaml);
    expect(printed).not.toContain("sk_live");
    expect(printed).toContain(shows);
  });

  test("keeps the surrounding lines", () => {
    const yaml = manifestPlus("secrets:", "  KEY: ${{ env.KEY }}", "", "target: moon");
    expect(print(yaml)).toContain("10 | target: moon");
  });
});
