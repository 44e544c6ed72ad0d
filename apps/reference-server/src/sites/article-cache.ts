import { parseBlocks } from "@plugboard/api/blocks";
import type { Page } from "@plugboard/platform";
import MarkdownIt from "markdown-it";

// Raw HTML in a page stays text; links with a scheme such as javascript: are not made.
const markdown = new MarkdownIt({ html: false, linkify: true });

/** The text of a page as HTML. */
export interface Article {
  readonly html: string;
  /** Elements with `data-block` leave room for blocks of integrations. */
  readonly hasBlocks: boolean;
}

/** Longer pages are shown as they were written: some texts take a second for each megabyte to make sense of. */
export const maxMarkdownCharacters: number = 128 * 1024;
const maxCachedCharacters = 16 * 1024 * 1024;

/**
 * Renders the text of pages to HTML, each revision once while it is asked for: rendering is the dearest thing that an
 * anonymous visitor can have done. The revisions that were not asked for the longest are forgotten first.
 */
export function createArticleCache(
  render: (text: string) => Article = renderMarkdown,
): (page: Pick<Page, "id" | "revisionId" | "markdown">) => Article {
  const articles = new Map<string, Article>();
  let characters = 0;
  return ({ id, revisionId, markdown: text }) => {
    const key = `${id} ${revisionId}`;
    const known = articles.get(key);
    const article = known ?? render(text);
    if (known === undefined) characters += article.html.length;
    else articles.delete(key);
    articles.set(key, article);
    for (const [oldest, { html }] of articles) {
      if (characters <= maxCachedCharacters) break;
      articles.delete(oldest);
      characters -= html.length;
    }
    return article;
  };
}

function renderMarkdown(text: string): Article {
  if (text.length > maxMarkdownCharacters)
    return { html: `<pre>${markdown.utils.escapeHtml(text)}</pre>`, hasBlocks: false };
  const blocks = parseBlocks(text);
  const indexes = new Map(blocks.map(({ line }, index) => [line, index]));
  const html = markdown.renderer.render(
    markdown.parse(text, {}).map((token) => {
      const index =
        token.type === "fence" && token.level === 0 ? indexes.get(token.map?.[0] ?? -1) : undefined;
      const block = index === undefined ? undefined : blocks[index];
      if (block === undefined) return token;
      // What is shown until the script shows the block, and where there is no script.
      const { escapeHtml } = markdown.utils;
      token.type = "html_block";
      token.content = `<div data-block="${index}" data-component="${escapeHtml(block.component)}"><p>${escapeHtml(block.integration)}</p></div>\n`;
      return token;
    }),
    markdown.options,
    {},
  );
  return { html, hasBlocks: blocks.length > 0 };
}
