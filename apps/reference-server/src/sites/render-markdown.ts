import { hintTitles, parseBlocks, parseExpandable, parseFormula, parseHintKind } from "@plugboard/api/blocks";
import highlighter from "highlight.js/lib/common";
import MarkdownIt from "markdown-it";
import type { Article, ArticleHeading } from "./article-cache.ts";
import { plainArticle } from "./plain-article.ts";
import { renderFormula } from "./render-formula.ts";

/** Longer code isn't highlighted, because highlighters take quadratic time for some input. */
const maxHighlightedCharacters = 16 * 1024;
/** Code with a longer word is the slowest to highlight, so it isn't highlighted either. */
const longWord = /\S{500}/;

// HTML in a page is shown as text, and markdown-it ignores links with schemes such as javascript:.
const markdown = new MarkdownIt({ html: false, linkify: true });
// Scrollable elements must be reachable by keyboard.
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => "</table></div>\n";
markdown.renderer.rules.code_block = (tokens, index) => toPre(escape(tokens[index]?.content ?? ""));
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  return toPre(highlight(content, info.trim().split(/\s+/)[0] ?? ""));
};

const task = /^\[([ xX])\] /;
// An item such as `- [x] Done` starts with a checkbox.
markdown.core.ruler.after("inline", "tasks", ({ tokens, Token }) => {
  for (const [index, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    const item = tokens[index - 2];
    const [mark, state] = task.exec(first?.content ?? "") ?? [];
    if (first === undefined || mark === undefined || item?.type !== "list_item_open") continue;
    item.attrJoin("class", "task");
    first.content = first.content.slice(mark.length);
    const box = new Token("html_inline", "", 0);
    const attributes = state === " " ? 'aria-label="To do"' : 'aria-label="Done" checked';
    box.content = `<input type="checkbox" disabled ${attributes}> `;
    token.children?.unshift(box);
  }
});

// A quote that starts with `[!NOTE]` becomes a hint with a title.
markdown.core.ruler.before("inline", "hints", (state) => {
  const { tokens, Token } = state;
  state.tokens = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, paragraph, text] = tokens.slice(index, index + 3);
    if (token === undefined) break;
    state.tokens.push(token);
    if (token.type !== "blockquote_open" || paragraph?.type !== "paragraph_open" || text === undefined)
      continue;
    const end = text.content.indexOf("\n");
    const kind = parseHintKind(end === -1 ? text.content : text.content.slice(0, end));
    if (kind === undefined) continue;
    token.attrSet("class", `hint hint-${kind}`);
    token.attrSet("role", "note");
    const title = new Token("html_block", "", 0);
    title.content = `<p class="hint-title">${hintTitles[kind]}</p>\n`;
    state.tokens.push(title);
    // A first paragraph that only contains the marker is omitted.
    if (end === -1) index += 3;
    else text.content = text.content.slice(end + 1);
  }
});

markdown.block.ruler.before(
  "paragraph",
  "expandables",
  (state, startLine, endLine, silent) => {
    const section = parseExpandable(readLines(state, startLine, endLine));
    if (section === undefined) return false;
    if (silent) return true;
    const open = `<details>\n<summary>${escape(section.title)}</summary>\n`;
    state.push("html_block", "", 0).content = open;
    state.md.block.tokenize(state, startLine + section.from, startLine + section.to);
    state.push("html_block", "", 0).content = "</details>\n";
    state.line = startLine + section.to + 1;
    return true;
  },
  { alt: ["paragraph"] },
);

markdown.block.ruler.before(
  "paragraph",
  "formulas",
  (state, startLine, endLine, silent) => {
    const formula = parseFormula(readLines(state, startLine, endLine));
    if (formula === undefined) return false;
    if (silent) return true;
    const shown = renderFormula(formula.text);
    state.push("html_block", "", 0).content =
      shown === undefined ? toPre(escape(formula.text)) : `<div class="scroll" tabindex="0">${shown}</div>\n`;
    state.line = startLine + formula.to + 1;
    return true;
  },
  { alt: ["paragraph"] },
);

/** Longer pages are shown as source text, because some input takes a second per megabyte to parse. */
export const maxMarkdownCharacters: number = 128 * 1024;
const maxIdLength = 80;

type Tokens = ReturnType<typeof markdown.parse>;
type BlockState = Parameters<typeof markdown.block.tokenize>[0];

/** Renders a page's Markdown to HTML. */
export function renderMarkdown(text: string): Article {
  if (text.length > maxMarkdownCharacters) return plainArticle(text);
  const blocks = parseBlocks(text);
  const indexes = new Map(blocks.map(({ line }, index) => [line, index]));
  const tokens = markdown.parse(text, {});
  const contents = nameHeadings(tokens);
  pointAtHeadings(tokens);
  const html = markdown.renderer.render(
    tokens.map((token) => {
      const index =
        token.type === "fence" && token.level === 0 ? indexes.get(token.map?.[0] ?? -1) : undefined;
      const block = index === undefined ? undefined : blocks[index];
      if (block === undefined) return token;
      // The placeholder shown until the script renders the block, or without scripts.
      token.type = "html_block";
      token.content = `<div data-block="${index}" data-component="${escape(block.component)}"><p>${escape(block.integration)}</p></div>\n`;
      return token;
    }),
    markdown.options,
    {},
  );
  const hasTitle = tokens.some(({ type, tag }) => type === "heading_open" && tag === "h1");
  return { html, hasBlocks: blocks.length > 0, hasTitle, contents };
}

/** Adds a unique id to each heading and returns those of the second and third level. */
function nameHeadings(tokens: Tokens): readonly ArticleHeading[] {
  const counts = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const id = takeId(headingId(text), counts);
    token.attrSet("id", id);
    return token.tag === "h2" || token.tag === "h3" ? [{ id, text, level: token.tag === "h2" ? 2 : 3 }] : [];
  });
}

/**
 * Numbers equal headings as GitHub does: `install`, `install-1`, `install-2`.
 *
 * @param counts - the next number of each taken id
 */
function takeId(name: string, counts: Map<string, number>): string {
  let number = counts.get(name) ?? 0;
  let id = number === 0 ? name : `${name}-${number}`;
  while (counts.has(id)) {
    number += 1;
    id = `${name}-${number}`;
  }
  counts.set(name, number + 1);
  if (id !== name) counts.set(id, 1);
  return id;
}

/** Returns the id of a heading, or of the heading that an anchor names, with the rules of GitHub: `What's new?` becomes `whats-new`. */
function headingId(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]+/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
  return `section-${words.slice(0, maxIdLength)}`;
}

/** Points links such as `#install` and `setup.md#install` at the ids of headings, which start with `section-`. */
function pointAtHeadings(tokens: Tokens): void {
  const { decode, encode } = markdown.utils.lib.mdurl;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const [, file, anchor] =
      /^((?:[^:?#]+\.md)?)#(?!section-)(.+)$/.exec(String(token.attrGet("href"))) ?? [];
    if (anchor !== undefined) token.attrSet("href", `${file}#${encode(headingId(decode(anchor)))}`);
  }
}

/** Yields the lines of the surrounding list item or quote, without its markers and indentation. */
function* readLines(state: BlockState, from: number, to: number): Generator<string> {
  for (let line = from; line < to; line += 1) {
    // A line with less indentation is no longer part of the list item.
    if (line > from && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return;
    yield state.getLines(line, line + 1, state.blkIndent, false);
  }
}

function escape(text: string): string {
  return markdown.utils.escapeHtml(text);
}

function toPre(code: string): string {
  return `<pre tabindex="0"><code>${code}</code></pre>\n`;
}

/** Returns highlighted HTML. Long code and unknown languages are only escaped. */
function highlight(code: string, language: string): string {
  const isLong = code.length > maxHighlightedCharacters || longWord.test(code);
  if (isLong || highlighter.getLanguage(language) === undefined) return escape(code);
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
