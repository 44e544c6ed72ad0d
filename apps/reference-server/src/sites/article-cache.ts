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
  render: (text: string) => Article,
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
