import { getSchema } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { pageExtensions, readMarkdown, survivesEditing, writeMarkdown } from "./page-markdown.ts";

const block = '```integration-block github/issue\n{\n  "number": 7\n}\n```';

describe("page Markdown in the editor", () => {
  it.each([
    "# Title\n\nText with **bold**, *italic*, `code` and [a link](https://example.com).",
    "- one\n- two\n\n1. first\n2. second",
    "> Quoted\n\n---\n\n```ts\nconst a = 1;\n```",
    "9. nine\n\n   more\n10. ten\n    - nested\n      1. deep\n11. eleven",
    "- ```\n  code\n  ```\n- > quote\n  > on",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "- [ ] to do\n- [x] done\n  - [ ] nested",
    "> [!WARNING]\n> Mind the **gap**.\n>\n> - one\n> - two\n\nAfter",
    "> [!TIP]\n> A\n> > [!NOTE]\n> > B\n\n> C",
    "- item\n\n  > [!NOTE]\n  > In a list",
    "> [!NOTE]\n\nEmpty above",
    "> [!OTHER]\n> A quote",
    "> [!NOTE]\n> First  \n> line",
    "<details>\n<summary>a &lt;b&gt; &amp;amp;</summary>\n\nText\n\n- one\n\n</details>\n\nAfter",
    "<details>\n<summary>Outer</summary>\n\n<details>\n<summary>Inner</summary>\n\nText\n\n</details>\n\n</details>",
    "![A picture](https://example.com/a.png)",
    "Text ![inside](~images/img_1.png) a line\n\n- ![](~images/img_2.webp)",
    '![A \\[gray\\] dot](<a (b).png> "Said \\"so\\"")',
    "Before\n\n$$\n\\frac{a_1}{b_2} < \\text{*c*}\n  + 1\n$$\n\nAfter $$ this",
    "- item\n\n  $$\n  x\n  $$\n\n> $$\n> y\n> $$",
    `Before\n\n${block}\n\nAfter`,
    `${block}\n\n${block}`,
  ])("survives: %j", (markdown) => {
    expect(survivesEditing(markdown)).toBe(true);
    const once = writeMarkdown(readMarkdown(markdown));
    expect(writeMarkdown(readMarkdown(once))).toBe(once);
  });

  it.each([
    "![alone](~images/img_1.png)",
    "Text ![inside](~images/img_1.png) a line",
    "- ![in a list](~images/img_1.png)\n\n| a |\n| --- |\n| ![in a table](~images/img_2.png) |",
  ])("keeps images where they are: %j", (markdown) => {
    const schema = getSchema([...pageExtensions]);
    expect(() => schema.nodeFromJSON(readMarkdown(markdown)).check()).not.toThrow();
  });

  it("preserves integration blocks exactly", () => {
    expect(writeMarkdown(readMarkdown(`Text\n\n${block}\n\nMore`))).toContain(block);
    const [, node] = readMarkdown(`Text\n\n${block}`).content ?? [];
    expect(node).toMatchObject({
      type: "integrationBlock",
      attrs: { integration: "github", component: "issue", props: { number: 7 } },
    });
  });

  it("preserves expandable sections exactly", () => {
    const section = `<details>\n<summary>Why?</summary>\n\n\`\`\`html\n</details>\n\`\`\`\n\n${block}\n\n</details>`;
    const markdown = `Text\n\n${section}\n\nMore`;
    expect(writeMarkdown(readMarkdown(markdown))).toBe(markdown);
    expect(readMarkdown(markdown).content?.map(({ type }) => type)).toEqual([
      "paragraph",
      "expandable",
      "paragraph",
    ]);
  });

  it.each([
    "1. one\n   - nested\n   - more\n2. two",
    "9. nine\n10. ten\n    1. nested",
    "- one\n  1. nested\n     - deep\n- two",
    "1. one\n\n   more\n2. two",
  ])("indents a list item's content by the width of its marker: %j", (markdown) => {
    expect(writeMarkdown(readMarkdown(markdown))).toBe(markdown);
  });

  it("preserves hints exactly", () => {
    const markdown =
      "Text\n\n> [!CAUTION]\n> First  \n> line\n>\n> ```ts\n> const a = 1;\n>\n> const b = 2;\n> ```\n\nMore";
    expect(writeMarkdown(readMarkdown(markdown))).toBe(markdown);
    expect(readMarkdown(markdown).content?.[1]).toMatchObject({ type: "hint", attrs: { kind: "caution" } });
  });

  it.each([
    "<!-- a note -->\n\nText",
    "<details>\n<summary>No end</summary>\n\nText",
    'Text with <abbr title="World Wide Web">WWW</abbr>',
  ])("offers only the Markdown editor if rich text would lose something: %j", (markdown) => {
    expect(survivesEditing(markdown)).toBe(false);
  });
});
