import { describe, expect, it } from "vitest";
import { createArticleCache } from "./article-cache.ts";

describe("createArticleCache", () => {
  const plain = { hasBlocks: false, hasDiagrams: false, hasTitle: false, contents: [] };
  const page = (revisionId: string, markdown = "# Title\n") => ({ id: "pag_1", revisionId, markdown });

  it("renders each revision once", async () => {
    const rendered: string[] = [];
    const toArticle = createArticleCache(async (text) => {
      rendered.push(text);
      return { html: `<p>${text}</p>`, ...plain };
    });
    const shown: string[] = [];
    for (const each of [page("1", "a"), page("1", "a"), page("2", "b"), page("1", "a")])
      shown.push((await toArticle(each)).html);
    expect(shown).toEqual(["<p>a</p>", "<p>a</p>", "<p>b</p>", "<p>a</p>"]);
    expect(rendered).toEqual(["a", "b"]);
  });

  it("keeps 16 million characters and evicts the least recently used", async () => {
    const rendered: string[] = [];
    const toArticle = createArticleCache(async (text) => {
      rendered.push(text);
      return { html: "x".repeat(6 * 1024 * 1024), ...plain };
    });
    for (const name of ["a", "b", "a", "c", "a", "b"]) await toArticle(page(name, name));
    expect(rendered).toEqual(["a", "b", "c", "b"]);
  });
});
