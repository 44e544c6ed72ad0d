import type { Page } from "@plugboard/content";
import { defaultLanguage, type PageTexts, siteTextsIn } from "./texts/site-texts.ts";

/** A heading of a page. */
export interface ArticleHeading {
  /** The id of its element. */
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

/** A page rendered to HTML. */
export interface Article {
  readonly html: string;
  /** Whether it contains elements with `data-block`, placeholders for integration blocks. */
  readonly hasBlocks: boolean;
  /** Whether it contains elements with `data-diagram`, whose text a script draws. */
  readonly hasDiagrams: boolean;
  /** Whether it has a level-1 heading. */
  readonly hasTitle: boolean;
  /** Its level-2 and level-3 headings. */
  readonly contents: readonly ArticleHeading[];
}

/** A page to render: its Markdown, and the texts of the site's language. */
export interface ArticleRequest {
  readonly text: string;
  readonly texts: PageTexts;
}

const maxCachedCharacters = 16 * 1024 * 1024;

/**
 * Returns a cache that renders each page revision once per language, because rendering is the most expensive work an
 * anonymous visitor can cause. Evicts the least recently used revisions.
 */
export function createArticleCache(
  render: (request: ArticleRequest) => Promise<Article>,
): (page: Pick<Page, "id" | "revisionId" | "markdown">, language: string | undefined) => Promise<Article> {
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

  return async ({ id, revisionId, markdown: text }, language = defaultLanguage) => {
    const key = `${id} ${revisionId} ${language}`;
    const cached = articles.get(key);
    if (cached !== undefined) {
      keep(key, cached);
      return cached;
    }
    // Concurrent visitors share one rendering.
    const open =
      rendering.get(key) ??
      render({ text, texts: siteTextsIn(language).page }).finally(() => rendering.delete(key));
    rendering.set(key, open);
    const article = await open;
    keep(key, article);
    return article;
  };
}
