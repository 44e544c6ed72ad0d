import { assert, constantFrom, dictionary, jsonValue, oneof, property, string, array } from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@plugboard/api";
import { blocksToCode, codeToBlocks, parseBlocks, printBlock, replaceBlock } from "./page-blocks.ts";

const issue = { integration: "github", component: "issue", props: { number: 7 } };
const named = (markdown: string) => parseBlocks(markdown).map(({ component }) => component);
const block = (component: string, props = "{}") => `\`\`\`integration-block a/${component}\n${props}\n\`\`\``;

describe("blocks in Markdown", () => {
  it("are code blocks in other tools", () => {
    expect(printBlock(issue)).toBe('```integration-block github/issue\n{\n  "number": 7\n}\n```');
  });

  it("are found at their position, and replaced in place", () => {
    const markdown = `# Title\r\n\r\n${printBlock(issue)}\r\n\r\nText\r\n${block("second")}`;
    const [first, second] = parseBlocks(markdown);
    expect(first).toMatchObject({ ...issue, start: 11, line: 2 });
    expect(second?.end).toBe(markdown.length);
    const other = { ...issue, props: { number: 8 } };
    const changed = first && replaceBlock(markdown, first, other);
    expect(changed).toBe(markdown.replace("7", "8").replace(printBlock(issue), printBlock(other)));
  });

  const hostile = oneof(
    string({ unit: "binary" }),
    constantFrom(
      "```",
      "\n```\n",
      "~~~",
      "`",
      "\r",
      "\u2028",
      "</script>",
      "__proto__",
      "-->",
      "\0",
      "\uD800",
    ),
  );
  const text = array(hostile, { maxLength: 5 }).map((parts) => parts.join(""));

  it("survive any names, props and surrounding text", () => {
    assert(
      property(
        text,
        text,
        dictionary(hostile, oneof(jsonValue(), text)),
        text,
        (name, component, props, around) => {
          // Invalid UTF-8 isn't a name, and an open fence before the block makes it code.
          if (name === "" || component === "" || !name.isWellFormed() || !component.isWellFormed()) return;
          const lines = around.replaceAll(/[`~]/g, "").split(/\n|\r/);
          const before = lines.map((line) => `${line}\n`).join("");
          const json: JsonObject = JSON.parse(JSON.stringify(props));
          const printed = printBlock({ integration: name, component, props: json });
          const [found, ...others] = parseBlocks(`${before}${printed}\n${before}`);
          expect(others).toEqual([]);
          expect(found).toMatchObject({ integration: name, component, start: before.length });
          expect(JSON.stringify(found?.props)).toBe(JSON.stringify(json));
          expect(found && found.end - found.start).toBe(printed.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ["not inside another code block", `~~~\n${block("a")}\n~~~\n`, []],
    [
      "not inside a code block with a longer fence",
      `\`\`\`\`md\n${block("a")}\n\`\`\`\`\n${block("b")}`,
      ["b"],
    ],
    ["after a code block that is indented", `   ~~~\nx\n   ~~~\n${block("a")}`, ["a"]],
    ["after code that looks like a fence", `    \`\`\`\n\n${block("a")}`, ["a"]],
    ["after text in backticks", `\`\`\`a\`\`\` b\n\n${block("a")}`, ["a"]],
    ["after a code block in a list", `- \`\`\`js\n  x\n  \`\`\`\n\n${block("a")}`, ["a"]],
    ["after an unclosed code block in a list", `1. \`\`\`js\n   x\n\n${block("a")}`, ["a"]],
    ["after a code block in a quote", `> ~~~\n> x\n\n${block("a")}`, ["a"]],
    ["not in a list", `- x\n\n  ${block("a").replaceAll("\n", "\n  ")}`, []],
    ["not in a quote", `> ${block("a").replaceAll("\n", "\n> ")}`, []],
    ["not if unclosed", "```integration-block a/b\n{}\n", []],
    ["not if the content is not an object", block("a", "[1]"), []],
    ["not if the content is not JSON", block("a", "{"), []],
    ["not without a component name", "```integration-block a\n{}\n```", []],
    ["not with an invalid component name", "```integration-block a/%zz\n{}\n```", []],
    ["with tildes as the fence", "~~~integration-block a/b\n{}\n~~~", ["b"]],
    ["right after text", `text\n${block("a")}\ntext`, ["a"]],
  ])("%s", (_case, markdown, expected) => {
    expect(named(markdown)).toEqual(expected);
  });

  it.each(["- ", "> ", "1. ", "`", "~", "```\n", "- > ", " ", "\t- "])(
    "are found quickly in 128 kB of %j",
    (text) => {
      const before = performance.now();
      parseBlocks(text.repeat((128 * 1024) / text.length));
      expect(performance.now() - before).toBeLessThan(1000);
    },
  );
});

describe("code blocks of an integration's language", () => {
  const mermaid = { integration: "mermaid", component: "diagram", codeblock: "mermaid", body: "content" };

  it("become its blocks, and are converted back", () => {
    assert(
      property(text(), (content) => {
        const markdown = `Before\n\n${printBlock({ ...mermaid, props: { content } })}\n\n\`\`\`js\nx\n\`\`\`\n`;
        const code = blocksToCode(markdown, [mermaid]);
        expect(codeToBlocks(code, [mermaid])).toBe(markdown);
        expect(code.includes("integration-block")).toBe(content.includes("\r"));
      }),
    );
    function text() {
      return array(constantFrom("graph TD", "\n", "```", "````", "~~~", "\r", "`", " "), {
        maxLength: 6,
      }).map((all) => all.join(""));
    }
  });

  it("ignore other code blocks, and those with additional information", () => {
    const more = printBlock({ ...mermaid, props: { content: "graph TD", theme: "dark" } });
    const other = printBlock({ integration: "other", component: "diagram", props: { content: "x" } });
    expect(blocksToCode(`${more}\n${other}`, [mermaid])).toBe(`${more}\n${other}`);
    expect(codeToBlocks("```mermaid title\nx\n```", [mermaid])).toBe("```mermaid title\nx\n```");
  });
});
