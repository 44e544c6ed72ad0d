import { openDocumentThread, PlatformError } from "@plugboard/platform";
import type { Article, ArticleRequest } from "./article-cache.ts";
import { plainArticle } from "./plain-article.ts";

const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const render = openDocumentThread<ArticleRequest, Article>({
  url: new URL(`article-thread.${extension}`, import.meta.url),
  // Ordinary pages take milliseconds, but the first one waits for the thread to start: seconds on a busy
  // machine.
  timeout: 30_000,
  heapMebibytes: 256,
});

/** Renders a page outside the event loop. Falls back to its source text if that takes too long. */
export async function renderArticle(request: ArticleRequest): Promise<Article> {
  try {
    return await render(request);
  } catch (error) {
    if (error instanceof PlatformError && error.code === "invalid_request") return plainArticle(request.text);
    throw error;
  }
}
