import { parseEmbed } from "./embeds.ts";
import { parseExpandable } from "./expandables.ts";
import { parseFormula } from "./formulas.ts";
import { type HintKind, parseHintKind } from "./page-hints.ts";
import { parseTabs } from "./page-tabs.ts";

/** The parts of a `markdown-it` token that the rules use. */
interface Token {
  type: string;
  content: string;
  info: string;
  map: [number, number] | null;
  children: Token[] | null;
  level: number;
  readonly tag: string;
  attrGet(name: string): string | number | null;
}

/** The parts of a `markdown-it` state for blocks that the rules use. */
interface BlockState {
  line: number;
  readonly blkIndent: number;
  readonly sCount: readonly number[];
  readonly md: { readonly block: { tokenize(state: BlockState, from: number, to: number): void } };
  getLines(from: number, to: number, indent: number, keepLastLine: boolean): string;
  isEmpty(line: number): boolean;
  push(type: string, tag: string, nesting: -1 | 0 | 1): Token;
}

/** The parts of a `markdown-it` state for whole texts that the rules use. */
interface CoreState {
  readonly tokens: Token[];
  readonly Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

/** A Markdown parser of the package `markdown-it`. */
export interface MarkdownParser {
  readonly block: {
    readonly ruler: {
      before(
        name: string,
        rule: string,
        parse: (state: BlockState, from: number, to: number, silent: boolean) => boolean,
        options: { alt: string[] },
      ): void;
    };
  };
  readonly core: {
    readonly ruler: {
      before(name: string, rule: string, change: (state: { readonly tokens: Token[] }) => void): void;
      after(name: string, rule: string, change: (state: CoreState) => void): void;
    };
  };
}

const lineBreak = /<br ?\/?>/i;
const task = /^\[([ xX])\] /;

/**
 * Teaches a parser of the package `markdown-it` the blocks of pages. It then has these tokens, with plain text in `info`:
 *
 * - `hint_open` and `hint_close`: a quote with a kind of hint in `info`.
 * - `expandable_open` and `expandable_close`: a section with its title in `info`.
 * - `tabs_open`, `tab_open`, `tab_close` and `tabs_close`: tabs with their titles in `info`.
 * - `formula`: TeX in `content`.
 * - `list_item_open` with `done` or `to do` in `info`: an item with a checkbox.
 * - `embed`: a paragraph that is only the address of a page of an allowed provider, in `content`.
 * - `hardbreak`, also for a `<br>` in a cell of a table.
 *
 * Integration blocks are `fence` tokens; find them with `parseBlocks`.
 *
 * @example
 * import { addPageRules, type MarkdownParser } from "@plugboard/content/markdown";
 *
 * declare const markdown: MarkdownParser; // new MarkdownIt()
 * addPageRules(markdown);
 */
export function addPageRules({ block, core }: MarkdownParser): void {
  const alt = { alt: ["paragraph"] };
  block.ruler.before("paragraph", "expandables", parseExpandables, alt);
  block.ruler.before("paragraph", "tabs", parseTabGroups, alt);
  block.ruler.before("paragraph", "formulas", parseFormulas, alt);
  core.ruler.before("inline", "hints", ({ tokens }) => markHints(tokens));
  core.ruler.after("inline", "tasks", ({ tokens }) => markTasks(tokens));
  core.ruler.after("inline", "breaks", breakCells);
  core.ruler.after("linkify", "embeds", markEmbeds);
}

function parseExpandables(state: BlockState, from: number, to: number, silent: boolean): boolean {
  const section = parseExpandable(readLines(state, from, to));
  if (section === undefined || silent) return section !== undefined;
  pushSection(state, "expandable", from, section);
  state.line = from + section.to + 1;
  return true;
}

function parseTabGroups(state: BlockState, from: number, to: number, silent: boolean): boolean {
  const group = parseTabs(readLines(state, from, to));
  if (group === undefined || silent) return group !== undefined;
  state.push("tabs_open", "div", 1).map = [from, from + group.to + 1];
  for (const tab of group.tabs) pushSection(state, "tab", from, tab);
  state.push("tabs_close", "div", -1);
  state.line = from + group.to + 1;
  return true;
}

function pushSection(
  state: BlockState,
  name: "expandable" | "tab",
  start: number,
  { title, from, to }: { readonly title: string; readonly from: number; readonly to: number },
): void {
  const open = state.push(`${name}_open`, "details", 1);
  open.info = title;
  open.map = [start, start + to + 1];
  state.md.block.tokenize(state, start + from, start + to);
  state.push(`${name}_close`, "details", -1);
}

function parseFormulas(state: BlockState, from: number, to: number, silent: boolean): boolean {
  const formula = parseFormula(readLines(state, from, to));
  if (formula === undefined || silent) return formula !== undefined;
  const token = state.push("formula", "math", 0);
  token.content = formula.text;
  token.map = [from, from + formula.to + 1];
  state.line = from + formula.to + 1;
  return true;
}

/** Yields the lines of the surrounding list item or quote, without its markers and indentation. */
function* readLines(state: BlockState, from: number, to: number): Generator<string> {
  for (let line = from; line < to; line += 1) {
    // A line with less indentation is no longer part of the list item.
    if (line > from && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return;
    yield state.getLines(line, line + 1, state.blkIndent, false);
  }
}

/** Turns quotes that start with `[!NOTE]` into hints. */
function markHints(tokens: Token[]): void {
  const open: (HintKind | undefined)[] = [];
  let kept = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, paragraph, text] = [tokens[index], tokens[index + 1], tokens[index + 2]];
    if (token === undefined) break;
    tokens[kept] = token;
    kept += 1;
    if (token.type === "blockquote_close" && open.pop() !== undefined) token.type = "hint_close";
    if (token.type !== "blockquote_open") continue;
    const end = text?.content.indexOf("\n") ?? -1;
    const first = end === -1 ? text?.content : text?.content.slice(0, end);
    const kind = paragraph?.type === "paragraph_open" ? parseHintKind(first ?? "") : undefined;
    open.push(kind);
    if (kind === undefined || text === undefined) continue;
    token.type = "hint_open";
    token.info = kind;
    // A first paragraph that only contains the marker is left out.
    if (end === -1) index += 3;
    else text.content = text.content.slice(end + 1);
  }
  tokens.length = kept;
}

/** Marks items such as `- [x] Done`, and removes the characters of their checkbox. */
function markTasks(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    const item = tokens[index - 2];
    const [mark, state] = task.exec(first?.content ?? "") ?? [];
    if (first === undefined || mark === undefined || item?.type !== "list_item_open") continue;
    item.info = state === " " ? "to do" : "done";
    first.content = first.content.slice(mark.length);
  }
}

/** Turns each `<br>` in the cells of tables, which can't contain lines, into a line break. */
function breakCells({ tokens, Token }: CoreState): void {
  for (const [index, token] of tokens.entries()) {
    if (tokens[index - 1]?.tag !== "td" && tokens[index - 1]?.tag !== "th") continue;
    // Escaped characters are still tokens of their own.
    token.children =
      token.children?.flatMap((child) => {
        if (child.type !== "text") return [child];
        return child.content.split(lineBreak).flatMap((text, part) => {
          const piece = new Token("text", "", 0);
          piece.content = text;
          return part === 0 ? [piece] : [new Token("hardbreak", "br", 0), piece];
        });
      }) ?? null;
  }
}

/** Turns paragraphs that are only the address of an allowed provider into embeds, except in lists. */
function markEmbeds({ tokens, Token }: CoreState): void {
  let kept = 0;
  let lists = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, text] = [tokens[index], tokens[index + 1]];
    if (token === undefined) break;
    if (token.type === "list_item_open") lists += 1;
    if (token.type === "list_item_close") lists -= 1;
    const address = token.type === "paragraph_open" && lists === 0 ? addressOf(text) : undefined;
    tokens[kept] = token;
    kept += 1;
    if (address === undefined) continue;
    const embed = new Token("embed", "a", 0);
    embed.content = address;
    embed.map = token.map;
    embed.level = token.level;
    tokens[kept - 1] = embed;
    // The text and the end of the paragraph.
    index += 2;
  }
  tokens.length = kept;
}

/** Returns the address of an embed if it is all that a paragraph contains. */
function addressOf(text: Token | undefined): string | undefined {
  const [link, label, end, ...others] = text?.children ?? [];
  const isAddress = link?.info === "auto" && label?.type === "text" && end?.type === "link_close";
  const address = isAddress && others.length === 0 ? String(link.attrGet("href")) : "";
  return parseEmbed(address) === undefined ? undefined : address;
}
