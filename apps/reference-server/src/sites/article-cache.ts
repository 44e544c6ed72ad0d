import type { Page } from "@plugboard/platform";
import MarkdownIt from "markdown-it";

// Raw HTML in a page stays text; links with a scheme such as javascript: are not made.
const markdown = new MarkdownIt({ html: false, linkify: true });

/** Longer pages are shown as they were written: some texts take a second for each megabyte to make sense of. */
export const maxMarkdownCharacters: number = 128 * 1024;
const maxCachedCharacters = 16 * 1024 * 1024;

/**
 * Renders the text of pages to HTML, each revision once while it is asked for: rendering is the dearest thing that an
 * anonymous visitor can have done. The revisions that were not asked for the longest are forgotten first.
 */
export function createArticleCache(
  render: (text: string) => string = renderMarkdown,
): (page: Pick<Page, "id" | "revisionId" | "markdown">) => string {
  const articles = new Map<string, string>();
  let characters = 0;
  return ({ id, revisionId, markdown: text }) => {
    const key = `${id} ${revisionId}`;
    const known = articles.get(key);
    const article = known ?? render(text);
    if (known === undefined) characters += article.length;
    else articles.delete(key);
    articles.set(key, article);
    for (const [oldest, { length }] of articles) {
      if (characters <= maxCachedCharacters) break;
      articles.delete(oldest);
      characters -= length;
    }
    return article;
  };
}

function renderMarkdown(text: string): string {
  if (text.length <= maxMarkdownCharacters) return markdown.render(text);
  return `<pre>${markdown.utils.escapeHtml(text)}</pre>`;
}
