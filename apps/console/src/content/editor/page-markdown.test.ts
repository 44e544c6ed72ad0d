import { array, assert, constantFrom, oneof, property, string, subarray, tuple } from "fast-check";
import { getSchema, type JSONContent } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { pageExtensions, readMarkdown } from "./page-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

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
    const document = readMarkdown(markdown);
    expect(JSON.stringify(document)).not.toContain('"source"');
    const written = writeMarkdown(document);
    expect(readMarkdown(written)).toEqual(document);
    expect(() =>
      getSchema([...pageExtensions])
        .nodeFromJSON(document)
        .check(),
    ).not.toThrow();
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
    "1. Run:\n   ```sh\n   npm i\n     x\n   ```\n2. Next",
    "1. ```js\n   code\n   ```",
    "````md\n```\n````",
    "``a`b``",
    "| a | b |\n| :--- | ---: |\n| x \\| y | `c\\|d` |",
    "a < b & c <br> snake_case",
    "Before\n\nhttps://youtu.be/a\n\n> https://vimeo.com/1\n\n<https://youtu.be/_b_>",
    "| a<br>*b* | c \\<br> |\n| --- | --- |\n| `<br>` | 1<br>**2<br>3** |",
    "<https://example.com/a_b_c> and **bold**",
    "1986\\. A year\n\n\\# no heading",
    "<tabs>\n\n<details>\n<summary>npm</summary>\n\nnpm i\n\n</details>\n\n<details>\n<summary>pnpm</summary>\n\npnpm i\n\n</details>\n\n</tabs>",
    "- a\n\n* b\n\n- c",
    "\\<details>\n<summary>No end</summary>",
    'Text with <abbr title="World Wide Web">WWW</abbr>',
    "<!-- a note -->\n\nText",
    "9. nine\n10. ten\n    1. nested",
    "- one\n  1. nested\n     - deep\n- two",
    "1. one\n\n   more\n2. two",
  ])("keeps as it is: %j", (markdown) => {
    expect(writeMarkdown(readMarkdown(markdown))).toBe(markdown);
  });

  it("preserves hints exactly", () => {
    const markdown =
      "Text\n\n> [!CAUTION]\n> First  \n> line\n>\n> ```ts\n> const a = 1;\n>\n> const b = 2;\n> ```\n\nMore";
    expect(writeMarkdown(readMarkdown(markdown))).toBe(markdown);
    expect(readMarkdown(markdown).content?.[1]).toMatchObject({ type: "hint", attrs: { kind: "caution" } });
  });

  it.each([
    "- [ ] to do\n- not a task",
    "1. [ ] to do\n2. [x] done",
    "[a][x] and more\n\n[x]: https://example.com 'title'",
    "[//]: # (a comment)",
    "| a |\n| --- |\n| 1 | 2 |\n\n- [ ] a\n- b",
  ])("keeps unsupported Markdown as source: %j", (markdown) => {
    const document = readMarkdown(`Before\n\n${markdown}\n\nAfter`);
    expect(document.content?.map(({ type }) => type)).toContain("source");
    const written = writeMarkdown(document);
    for (const line of markdown
      .split("\n")
      .filter((each) => /^(?:-|\d\.|\[)/.test(each) && !each.startsWith("[a]")))
      expect(written).toContain(line);
    expect(readMarkdown(written)).toEqual(document);
  });

  const text = array(
    oneof(
      string({ maxLength: 6 }),
      constantFrom(
        "*",
        "_",
        "`",
        "``",
        "[",
        "](",
        "!",
        "<",
        "&amp;",
        "\\",
        "#",
        "- ",
        "1. ",
        "> ",
        "|",
        "~~~",
        "$$",
        "---",
        "===",
        "[x] ",
        ":--",
        " ",
      ),
      constantFrom(
        "<details>",
        "<tabs>",
        "</details>",
        "[!NOTE]",
        "https://a.example/x_y_z",
        "word",
        "snake_case",
        "\n",
      ),
    ),
    { maxLength: 8 },
  ).map((parts) => parts.join(""));

  it("never loses a word of any Markdown, and settles after the first time", () => {
    assert(
      property(array(text, { maxLength: 6 }), (lines) => {
        const markdown = lines.join("\n");
        const once = writeMarkdown(readMarkdown(markdown));
        expect(writeMarkdown(readMarkdown(once))).toBe(once);
        const words = markdown.replaceAll(/&#?\w+;/g, " ").match(/[\p{L}\p{N}]{3,}/gu) ?? [];
        const letters = once.replaceAll(/[^\p{L}\p{N}]+/gu, "");
        for (const word of words) expect(letters).toContain(word);
      }),
      { numRuns: 500 },
    );
  });

  const typed = text
    .map((each) =>
      each
        .replaceAll(/\s+/g, " ")
        .replaceAll(/https?:|www\.|[@:.]/g, "")
        .trim(),
    )
    .filter((each) => each !== "");
  const marks = subarray(["bold", "italic", "strike"] as const).map((names) =>
    names.map((type) => ({ type })),
  );
  const paragraph = typed.map((each) => ({ type: "paragraph", content: [{ type: "text", text: each }] }));
  const code = text.map((each) => ({
    type: "codeBlock",
    attrs: { language: "ts" },
    content: [{ type: "text", text: `x${each}x` }],
  }));
  const list = array(tuple(paragraph, array(oneof(paragraph, code), { maxLength: 2 })), {
    minLength: 1,
    maxLength: 3,
  }).chain((items) =>
    constantFrom("bulletList", "orderedList").map((type) => ({
      type,
      content: items.map(([first, rest]) => ({ type: "listItem", content: [first, ...rest] })),
    })),
  );
  const anyBlock = oneof(
    paragraph,
    code,
    list,
    array(oneof(paragraph, list), { minLength: 1, maxLength: 2 }).map((content) => ({
      type: "blockquote",
      content,
    })),
    array(oneof(paragraph, code), { minLength: 1, maxLength: 2 }).map((content) => ({
      type: "hint",
      attrs: { kind: "tip" },
      content,
    })),
    tuple(typed, array(oneof(paragraph, list), { minLength: 1, maxLength: 2 })).map(([title, content]) => ({
      type: "expandable",
      content: [{ type: "expandableTitle", content: [{ type: "text", text: title }] }, ...content],
    })),
  );

  it("brings back everything that can be typed", () => {
    assert(
      property(array(anyBlock, { minLength: 1, maxLength: 4 }), (content) => {
        expect(readMarkdown(writeMarkdown({ type: "doc", content }))).toEqual({ type: "doc", content });
      }),
      { numRuns: 500 },
    );
  });

  it("brings back formatted words", () => {
    const word = tuple(constantFrom("one", "two", "three"), marks);
    assert(
      property(array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const content = words.flatMap(([each, own], index) => [
          ...(index === 0 ? [] : [{ type: "text", text: " " }]),
          { type: "text", text: each, ...(own.length > 0 && { marks: own }) },
        ]);
        const written = writeMarkdown({ type: "doc", content: [{ type: "paragraph", content }] });
        const [read] = readMarkdown(written).content ?? [];
        const marked = (nodes: JSONContent[] = []) =>
          nodes.flatMap(({ text: each = "", marks: own = [] }) =>
            (each.match(/\w+/g) ?? []).map((name) => [name, own.map(({ type }) => type)]),
          );
        expect(marked(read?.content)).toEqual(
          words.map(([each, own]) => [each, own.map(({ type }) => type)]),
        );
      }),
    );
  });
});
