import { parseBlocks } from "@plugboard/api/blocks";
import highlighter from "highlight.js/lib/common";
import MarkdownIt from "markdown-it";
import type { Article, ArticleHeading } from "./article-cache.ts";
import { plainArticle } from "./plain-article.ts";

/** Longer code is shown without colours: highlighters take quadratic time for some texts. */
const maxHighlightedCharacters = 16 * 1024;
/** Nor is code with a longer word: for those they take the longest. */
const longWord = /\S{500}/;

// Raw HTML in a page stays text; links with a scheme such as javascript: are not made.
const markdown = new MarkdownIt({ html: false, linkify: true });
// What may scroll must be reachable by keyboard.
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => "</table></div>\n";
markdown.renderer.rules.code_block = (tokens, index) => toPre(escape(tokens[index]?.content ?? ""));
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  return toPre(highlight(content, info.trim().split(/\s+/)[0] ?? ""));
};

/** Longer pages are shown as they were written: some texts take a second for each megabyte to make sense of. */
export const maxMarkdownCharacters: number = 128 * 1024;
const maxIdLength = 80;

type Tokens = ReturnType<typeof markdown.parse>;

/** Renders the text of a page. */
export function renderMarkdown(text: string): Article {
  if (text.length > maxMarkdownCharacters) return plainArticle(text);
  const blocks = parseBlocks(text);
  const indexes = new Map(blocks.map(({ line }, index) => [line, index]));
  const tokens = markdown.parse(text, {});
  const contents = nameHeadings(tokens);
  const html = markdown.renderer.render(
    tokens.map((token) => {
      const index =
        token.type === "fence" && token.level === 0 ? indexes.get(token.map?.[0] ?? -1) : undefined;
      const block = index === undefined ? undefined : blocks[index];
      if (block === undefined) return token;
      // What is shown until the script shows the block, and where there is no script.
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

/** Gives each heading an id of its own, by which links lead to it, and lists those of the second and third level. */
function nameHeadings(tokens: Tokens): readonly ArticleHeading[] {
  const counts = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
    const name = `section-${words.slice(0, maxIdLength)}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const id = count === 1 ? name : `${name}--${count}`;
    token.attrSet("id", id);
    return token.tag === "h2" || token.tag === "h3" ? [{ id, text, level: token.tag === "h2" ? 2 : 3 }] : [];
  });
}

function escape(text: string): string {
  return markdown.utils.escapeHtml(text);
}

function toPre(code: string): string {
  return `<pre tabindex="0"><code>${code}</code></pre>\n`;
}

/** Code in colours, escaped; without colours where its language is not known or there is much of it. */
function highlight(code: string, language: string): string {
  const isLong = code.length > maxHighlightedCharacters || longWord.test(code);
  if (isLong || highlighter.getLanguage(language) === undefined) return escape(code);
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
