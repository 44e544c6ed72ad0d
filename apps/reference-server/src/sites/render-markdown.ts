import { addPageRules, type HintKind, hintKinds, parseBlocks, parseEmbed } from "@plugboard/content/markdown";
import highlighter from "highlight.js/lib/common";
import MarkdownIt from "markdown-it";
import type { Article, ArticleHeading } from "./article-cache.ts";
import { directBlocks } from "./direct-blocks.ts";
import { plainArticle } from "./plain-article.ts";
import { maxMarkdownCharacters } from "./max-markdown-characters.ts";
import { renderFormula } from "./render-formula.ts";
import type { PageTexts } from "./texts/site-texts.ts";

/** The language of code that a script draws as a diagram. */
const diagramLanguage = "mermaid";

/** Longer code isn't highlighted, because highlighters take quadratic time for some input. */
const maxHighlightedCharacters = 16 * 1024;
/** Code with a longer word is the slowest to highlight, so it isn't highlighted either. */
const longWord = /\S{500}/;

// HTML in a page is shown as text, and markdown-it ignores links with schemes such as javascript:.
const markdown = new MarkdownIt({ html: false, linkify: true });
// Scrollable elements must be reachable by keyboard.
markdown.renderer.rules.table_open = (tokens, index) =>
  `<div class="scroll" tabindex="0"${directionOf(tokens[index])}><table>\n`;
markdown.renderer.rules.table_close = () => "</table></div>\n";
markdown.renderer.rules.code_block = (tokens, index) => toPre(escape(tokens[index]?.content ?? ""));
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  const language = languageOf(info);
  const code = toPre(highlight(content, language));
  if (language !== diagramLanguage) return code;
  // For the script, which draws the diagram above its text.
  const labels = `data-label="${labelOf(tokens[index])}" data-source-label="${labelOf(tokens[index], "source-label")}"`;
  return `<figure data-diagram ${labels}>${code}</figure>\n`;
};

addPageRules(markdown);
Object.assign(markdown.renderer.rules, {
  hint_open: (tokens, index) => {
    const kind = hintKindOf(tokens[index]);
    return `<blockquote class="hint hint-${kind}" role="note"${directionOf(tokens[index])}>\n<p class="hint-title">${labelOf(tokens[index])}</p>\n`;
  },
  hint_close: () => "</blockquote>\n",
  expandable_open: (tokens, index) => openSection(tokens[index]?.info, directionOf(tokens[index])),
  expandable_close: () => "</details>\n",
  tabs_open: (tokens, index) => `<div class="tabs"${directionOf(tokens[index])}>\n`,
  tab_open: (tokens, index) => {
    const { info, map } = tokens[index] ?? {};
    // Sections with the same name are open one at a time. A group's sections have the line of its first one.
    const isFirst = tokens[index - 1]?.type === "tabs_open";
    const name = ` name="tabs-${map?.[0] ?? 0}"`;
    return openSection(info, `${name}${isFirst ? " open" : ""}${directionOf(tokens[index])}`);
  },
  tab_close: () => "</details>\n",
  tabs_close: () => "</div>\n",
  embed: (tokens, index) => {
    const { content = "" } = tokens[index] ?? {};
    const { provider = "", address = "" } = parseEmbed(content) ?? {};
    return `<p><a class="embed" href="${escape(content)}"><strong>${provider}</strong> ${escape(address)}</a></p>\n`;
  },
  formula: (tokens, index) => {
    const { content = "" } = tokens[index] ?? {};
    const shown = renderFormula(content);
    return shown === undefined ? toPre(escape(content)) : `<div class="scroll" tabindex="0">${shown}</div>\n`;
  },
  list_item_open: (tokens, index, options, _env, self) => {
    const { info = "" } = tokens[index] ?? {};
    // The parser writes the number of an ordered item there.
    if (info !== "done" && info !== "to do") return self.renderToken(tokens, index, options);
    const checked = info === "done" ? " checked" : "";
    return `<li class="task"${directionOf(tokens[index])}><input type="checkbox" disabled aria-label="${labelOf(tokens[index])}"${checked}> `;
  },
} satisfies typeof markdown.renderer.rules);

const maxIdLength = 80;

type Tokens = ReturnType<typeof markdown.parse>;

function directionOf(token: Tokens[number] | undefined): string {
  const direction = token?.attrGet("dir") ?? null;
  return direction === null ? "" : ` dir="${direction}"`;
}

function labelOf(token: Tokens[number] | undefined, name = "label"): string {
  return escape(String(token?.attrGet(name) ?? ""));
}

function hintKindOf(token: Tokens[number] | undefined): HintKind {
  return hintKinds.find((kind) => kind === token?.info) ?? "note";
}

/** Renders a page's Markdown to HTML, with texts in the language of its site. */
export function renderMarkdown(text: string, texts: PageTexts): Article {
  if (text.length > maxMarkdownCharacters) return plainArticle(text);
  const blocks = parseBlocks(text);
  const indexes = new Map(blocks.map(({ line }, index) => [line, index]));
  const tokens = markdown.parse(text, {});
  const contents = nameHeadings(tokens);
  pointAtHeadings(tokens);
  directBlocks(tokens);
  labelBlocks(tokens, texts);
  const html = markdown.renderer.render(
    tokens.map((token) => {
      const index = token.type === "fence" ? indexes.get(token.map?.[0] ?? -1) : undefined;
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
  // Blocks are no longer fences.
  const hasDiagrams = tokens.some(
    ({ type, info }) => type === "fence" && languageOf(info) === diagramLanguage,
  );
  return { html, hasBlocks: blocks.length > 0, hasDiagrams, hasTitle, contents };
}

/** Sets the texts of blocks for the renderer, whose rules are the same in all languages. */
function labelBlocks(tokens: Tokens, { hints, done, toDo, diagram, diagramSource }: PageTexts): void {
  for (const token of tokens) {
    const { type, info } = token;
    if (type === "hint_open") token.attrSet("label", hints[hintKindOf(token)]);
    if (type === "list_item_open" && info === "done") token.attrSet("label", done);
    if (type === "list_item_open" && info === "to do") token.attrSet("label", toDo);
    if (type !== "fence" || languageOf(info) !== diagramLanguage) continue;
    token.attrSet("label", diagram);
    token.attrSet("source-label", diagramSource);
  }
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

function openSection(title: string = "", attributes = ""): string {
  return `<details${attributes}>\n<summary>${escape(title)}</summary>\n`;
}

function escape(text: string): string {
  return markdown.utils.escapeHtml(text);
}

function toPre(code: string): string {
  return `<pre tabindex="0"><code>${code}</code></pre>\n`;
}

/** Returns the language of a code block from the text after its fence. */
function languageOf(info: string): string {
  return info.trim().split(/\s+/)[0] ?? "";
}

/** Returns highlighted HTML. Long code and unknown languages are only escaped. */
function highlight(code: string, language: string): string {
  const isLong = code.length > maxHighlightedCharacters || longWord.test(code);
  if (isLong || highlighter.getLanguage(language) === undefined) return escape(code);
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
