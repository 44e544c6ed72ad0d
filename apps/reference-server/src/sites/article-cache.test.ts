import { describe, expect, it } from "vitest";
import { createArticleCache } from "./article-cache.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

describe("createArticleCache", () => {
  const plain = { hasBlocks: false, hasDiagrams: false, hasTitle: false, contents: [] };
  const page = (revisionId: string, markdown = "# Title\n") => ({ id: "pag_1", revisionId, markdown });

  it("renders each revision once per language", async () => {
    const rendered: string[] = [];
    const toArticle = createArticleCache(async ({ text, texts }) => {
      rendered.push(text);
      return { html: `${text} ${texts.done}`, ...plain };
    });
    const shown: string[] = [];
    for (const [each, language] of [
      [page("1", "a")],
      [page("1", "a"), "en"],
      [page("2", "b")],
      [page("1", "a"), "de"],
      [page("1", "a")],
    ] as const)
      shown.push((await toArticle(each, language)).html);
    expect(shown).toEqual(["a Done", "a Done", "b Done", `a ${siteTextsIn("de").page.done}`, "a Done"]);
    expect(rendered).toEqual(["a", "b", "a"]);
  });

  it("keeps 16 million characters and evicts the least recently used", async () => {
    const rendered: string[] = [];
    const toArticle = createArticleCache(async ({ text }) => {
      rendered.push(text);
      return { html: "x".repeat(6 * 1024 * 1024), ...plain };
    });
    for (const name of ["a", "b", "a", "c", "a", "b"]) await toArticle(page(name, name), undefined);
    expect(rendered).toEqual(["a", "b", "c", "b"]);
  });
});
