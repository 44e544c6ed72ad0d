import type { Article } from "./article-cache.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns a page's source text as preformatted HTML. */
export function plainArticle(text: string): Article {
  const escaped = text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
  const html = `<pre tabindex="0"><code>${escaped}</code></pre>\n`;
  return { html, hasBlocks: false, hasDiagrams: false, hasTitle: false, contents: [] };
}
