import { describe, expect, it } from "vitest";
import { replaceTargets } from "./link-markdown.ts";

const change = (href: string) => (href === "missing.md" ? undefined : `/new/${href}`);

describe("replaceTargets", () => {
  it.each([
    ["[a](../b.md)", "[a](/new/../b.md)"],
    [
      'See [a](b.md#start "Title") and [c](<c.md>).',
      'See [a](/new/b.md#start "Title") and [c](</new/c.md>).',
    ],
    ["> - [a](b.md)\n>   [c](c.MD)", "> - [a](/new/b.md)\n>   [c](/new/c.MD)"],
    ["| a |\n|---|\n| [a](b.md) |\n", "| a |\n|---|\n| [a](/new/b.md) |\n"],
    ["[a][1]\n\n[1]: b.md\n[2]: <c.md> 'C'", "[a][1]\n\n[1]: /new/b.md\n[2]: </new/c.md> 'C'"],
    ["[`a`](b.md) `code`", "[`a`](/new/b.md) `code`"],
  ])("points the links of %j at pages", (text, expected) => {
    expect(replaceTargets(text, change)).toBe(expected);
  });

  it.each([
    "[a](missing.md)",
    "b.md, (b.md) and [b.md]",
    "`[a](b.md)` and ``[a](b.md) ` ``",
    "```md\n[a](b.md)\n```\n",
    "- item\n\n  ~~~\n  [a](b.md)\n  ~~~\n\n    [a](b.md)\n".replace("    [a]", "      [a]"),
    "    [a](b.md)\n",
    "[a](b.mdx)",
    "[a](b.md?raw)",
  ])("leaves %j unchanged", (text) => {
    expect(replaceTargets(text, change)).toBe(text);
  });

  it("is quick for many backticks", () => {
    const text = Array.from({ length: 400 }, (_, index) => "`".repeat(index + 1)).join(" ");
    const before = process.cpuUsage();
    replaceTargets(text, change);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});
