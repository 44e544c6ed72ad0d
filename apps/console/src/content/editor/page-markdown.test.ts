import { describe, expect, it } from "vitest";
import { readMarkdown, survivesEditing, writeMarkdown } from "./page-markdown.ts";

const block = '```integration-block github/issue\n{\n  "number": 7\n}\n```';

describe("page Markdown in the editor", () => {
  it.each([
    "# Title\n\nText with **bold**, *italic*, `code` and [a link](https://example.com).",
    "- one\n- two\n\n1. first\n2. second",
    "> Quoted\n\n---\n\n```ts\nconst a = 1;\n```",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "- [ ] to do\n- [x] done\n  - [ ] nested",
    "![A picture](https://example.com/a.png)",
    `Before\n\n${block}\n\nAfter`,
    `${block}\n\n${block}`,
  ])("survives: %j", (markdown) => {
    expect(survivesEditing(markdown)).toBe(true);
    const once = writeMarkdown(readMarkdown(markdown));
    expect(writeMarkdown(readMarkdown(once))).toBe(once);
  });

  it("preserves integration blocks exactly", () => {
    expect(writeMarkdown(readMarkdown(`Text\n\n${block}\n\nMore`))).toContain(block);
    const [, node] = readMarkdown(`Text\n\n${block}`).content ?? [];
    expect(node).toMatchObject({
      type: "integrationBlock",
      attrs: { integration: "github", component: "issue", props: { number: 7 } },
    });
  });

  it.each(["<!-- a note -->\n\nText", 'Text with <abbr title="World Wide Web">WWW</abbr>'])(
    "offers only the Markdown editor if rich text would lose something: %j",
    (markdown) => {
      expect(survivesEditing(markdown)).toBe(false);
    },
  );
});
