import type { Article } from "./article-cache.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Shows the text of a page as it was written. */
export function plainArticle(text: string): Article {
  const escaped = text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
  const html = `<pre tabindex="0"><code>${escaped}</code></pre>\n`;
  return { html, hasBlocks: false, hasTitle: false, contents: [] };
}
