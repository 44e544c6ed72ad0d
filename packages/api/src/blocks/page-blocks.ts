import { isJson } from "../events/is-json.ts";
import type { JsonObject } from "../events/ui-render.ts";
import { type CodeBlock, findCodeBlocks, printCodeBlock } from "./code-blocks.ts";

/** A block of an integration, as a page's Markdown holds it. */
export interface PageBlock {
  /** The name of the integration. */
  readonly integration: string;
  /** The component that renders the block. */
  readonly component: string;
  readonly props: JsonObject;
}

/** A block at its place in a page's Markdown. */
export interface PlacedBlock extends PageBlock {
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its last character, which is not the line's end. */
  readonly end: number;
  /** The line it begins on, from 0. */
  readonly line: number;
}

/** How an integration's block is written as a code block of its own: the manifest's `blocks[].markdown`. */
export interface BlockCode {
  readonly integration: string;
  readonly component: string;
  /** The language of the code block, such as `mermaid`. */
  readonly codeblock: string;
  /** The property of the props that holds the code. */
  readonly body: string;
}

const language = "integration-block";
const infoPattern = /^integration-block ([^\s/]+)\/(\S+)$/;

/**
 * The blocks of integrations in a page's Markdown, in order. A block is a fenced code block at the start of a line, so that it
 * stays what it is in every other Markdown tool:
 *
 * ````markdown
 * ```integration-block github/issue
 * { "number": 7 }
 * ```
 * ````
 *
 * One that names no component, or whose content is no JSON object, is code.
 *
 * @example
 * import { parseBlocks } from "@plugboard/api/blocks";
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
  const props = parseObject(content);
  const names = [integration, component].map((name) => name && decode(name));
  const [name, componentId] = names;
  if (!name || !componentId || props === undefined) return undefined;
  return { integration: name, component: componentId, props };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    // What the checks before it say, the compiler cannot conclude.
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
 * A block as Markdown, without a line's end after it.
 *
 * @example
 * import { printBlock } from "@plugboard/api/blocks";
 *
 * console.log(printBlock({ integration: "github", component: "issue", props: { number: 7 } }));
 */
export function printBlock({ integration, component, props }: PageBlock): string {
  const info = `${language} ${encodeURIComponent(integration)}/${encodeURIComponent(component)}`;
  // JSON has no line that could end the code block: line ends within its texts are escaped.
  return printCodeBlock(info, JSON.stringify(props, null, 2));
}

/**
 * A page's Markdown with another block in the place of one of its own.
 *
 * @example
 * import { parseBlocks, replaceBlock } from "@plugboard/api/blocks";
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
 * Markdown in which code blocks of an integration's language have become its blocks.
 *
 * @example
 * import { codeToBlocks } from "@plugboard/api/blocks";
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
 * Markdown in which blocks that an integration can write as a code block of its language have become one. A block with other
 * props than the code stays as it is.
 *
 * @example
 * import { blocksToCode, printBlock } from "@plugboard/api/blocks";
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
    // A return of the carriage would come back as another line's end.
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
