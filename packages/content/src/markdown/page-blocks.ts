import { isJson, type JsonObject } from "@plugboard/api";
import { type CodeBlock, findCodeBlocks, printCodeBlock } from "./code-blocks.ts";

/** An integration's block in a page's Markdown. */
export interface PageBlock {
  /** The integration's name. */
  readonly integration: string;
  /** The component that renders the block. */
  readonly component: string;
  readonly props: JsonObject;
}

/** A block with its position in the Markdown. */
export interface PlacedBlock extends PageBlock {
  /** The offset of its first character. */
  readonly start: number;
  /** The offset after its last character, before the line break. */
  readonly end: number;
  /** The line it starts on, from 0. */
  readonly line: number;
}

/** The code-block form of an integration's block: the manifest's `blocks[].markdown`. */
export interface BlockCode {
  readonly integration: string;
  readonly component: string;
  /** The language of the code block, such as `mermaid`. */
  readonly codeblock: string;
  /** The name of the prop that contains the code. */
  readonly body: string;
}

const language = "integration-block";
const infoPattern = /^integration-block ([^\s/]+)\/(\S+)$/;

/**
 * Returns the integration blocks in a page's Markdown in order. A block is a fenced code block at the start
 * of a line, which other Markdown tools leave unchanged:
 *
 * ````markdown
 * ```integration-block github/issue
 * { "number": 7 }
 * ```
 * ````
 *
 * A code block without a component, or whose content is not a JSON object, is plain code.
 *
 * @example
 * import { parseBlocks } from "@plugboard/content/markdown";
 *
 * const markdown = '# Issues\n\n```integration-block github/issue\n{ "number": 7 }\n```\n';
 * for (const { integration, component, props } of parseBlocks(markdown)) console.log(integration, component, props);
 */
export function parseBlocks(markdown: string): PlacedBlock[] {
  return findCodeBlocks(markdown).flatMap((code) => {
    const block = readBlock(code);
    return block === undefined ? [] : [{ ...block, start: code.start, end: code.end, line: code.line }];
  });
}

function readBlock({ info, content }: CodeBlock): PageBlock | undefined {
  const [, integration, component] = infoPattern.exec(info) ?? [];
  const [name, componentId] = [integration, component].map((encoded) => encoded && decode(encoded));
  if (!name || !componentId) return undefined;
  const props = parseObject(content);
  if (props === undefined) return undefined;
  return { integration: name, component: componentId, props };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    // The checks above guarantee the type, but the compiler cannot infer it.
    return isObject && isJson(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function decode(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/**
 * Prints a block as Markdown without a trailing line break.
 *
 * @example
 * import { printBlock } from "@plugboard/content/markdown";
 *
 * console.log(printBlock({ integration: "github", component: "issue", props: { number: 7 } }));
 */
export function printBlock({ integration, component, props }: PageBlock): string {
  const info = `${language} ${encodeURIComponent(integration)}/${encodeURIComponent(component)}`;
  // JSON cannot close the code block, because line breaks inside its strings are escaped.
  return printCodeBlock(info, JSON.stringify(props, null, 2));
}

/**
 * Returns a page's Markdown with one of its blocks replaced.
 *
 * @example
 * import { parseBlocks, replaceBlock } from "@plugboard/content/markdown";
 *
 * const markdown = '```integration-block github/issue\n{ "number": 7 }\n```\n';
 * const [block] = parseBlocks(markdown);
 * if (block !== undefined) console.log(replaceBlock(markdown, block, { ...block, props: { number: 8 } }));
 */
export function replaceBlock(
  markdown: string,
  { start, end }: Pick<PlacedBlock, "start" | "end">,
  block: PageBlock,
): string {
  return `${markdown.slice(0, start)}${printBlock(block)}${markdown.slice(end)}`;
}

/**
 * Converts code blocks in an integration's language to its blocks.
 *
 * @example
 * import { codeToBlocks } from "@plugboard/content/markdown";
 *
 * const mermaid = { integration: "mermaid", component: "diagram", codeblock: "mermaid", body: "content" };
 * console.log(codeToBlocks("```mermaid\ngraph TD\n```\n", [mermaid]));
 */
export function codeToBlocks(markdown: string, codes: readonly BlockCode[]): string {
  return replaceCode(markdown, ({ info, content }) => {
    const code = codes.find(({ codeblock }) => codeblock === info);
    return code && printBlock({ ...code, props: { [code.body]: content } });
  });
}

/**
 * Converts blocks to code blocks in their language, if they have one. Blocks with additional props are left
 * unchanged.
 *
 * @example
 * import { blocksToCode, printBlock } from "@plugboard/content/markdown";
 *
 * const mermaid = { integration: "mermaid", component: "diagram", codeblock: "mermaid", body: "content" };
 * const block = printBlock({ integration: "mermaid", component: "diagram", props: { content: "graph TD" } });
 * console.log(blocksToCode(block, [mermaid]));
 */
export function blocksToCode(markdown: string, codes: readonly BlockCode[]): string {
  return replaceCode(markdown, (found) => {
    const block = readBlock(found);
    const code = codes.find(
      ({ integration, component }) => integration === block?.integration && component === block.component,
    );
    if (block === undefined || code === undefined) return undefined;
    const { [code.body]: content, ...others } = block.props;
    // Markdown would normalize a carriage return to another line break.
    if (typeof content !== "string" || content.includes("\r") || Object.keys(others).length > 0)
      return undefined;
    return printCodeBlock(code.codeblock, content);
  });
}

function replaceCode(markdown: string, replace: (code: CodeBlock) => string | undefined): string {
  let result = "";
  let at = 0;
  for (const code of findCodeBlocks(markdown)) {
    const text = replace(code);
    if (text === undefined) continue;
    result += markdown.slice(at, code.start) + text;
    at = code.end;
  }
  return result + markdown.slice(at);
}
