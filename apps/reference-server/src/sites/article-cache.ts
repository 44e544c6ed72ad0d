import type { Page } from "@plugboard/platform";

/** A heading of a page. */
export interface ArticleHeading {
  /** Of its element. */
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

/** The text of a page as HTML. */
export interface Article {
  readonly html: string;
  /** Elements with `data-block` leave room for blocks of integrations. */
  readonly hasBlocks: boolean;
  /** It has a heading of the first level. */
  readonly hasTitle: boolean;
  /** Its headings of the second and third level. */
  readonly contents: readonly ArticleHeading[];
}

const maxCachedCharacters = 16 * 1024 * 1024;

/**
 * Renders the text of pages to HTML, each revision once while it is asked for: rendering is the dearest thing that an
 * anonymous visitor can have done. The revisions that were not asked for the longest are forgotten first.
 */
export function createArticleCache(
  render: (text: string) => Promise<Article>,
): (page: Pick<Page, "id" | "revisionId" | "markdown">) => Promise<Article> {
  const articles = new Map<string, Article>();
  const rendering = new Map<string, Promise<Article>>();
  let characters = 0;

  function keep(key: string, article: Article): void {
    if (articles.delete(key)) characters -= article.html.length;
    articles.set(key, article);
    characters += article.html.length;
    for (const [oldest, { html }] of articles) {
      if (characters <= maxCachedCharacters) break;
      articles.delete(oldest);
      characters -= html.length;
    }
  }

  return async ({ id, revisionId, markdown: text }) => {
    const key = `${id} ${revisionId}`;
    const known = articles.get(key);
    if (known !== undefined) {
      keep(key, known);
      return known;
    }
    // Visitors who come while a page is rendered wait for the same rendering.
    const open = rendering.get(key) ?? render(text).finally(() => rendering.delete(key));
    rendering.set(key, open);
    const article = await open;
    keep(key, article);
    return article;
  };
}
