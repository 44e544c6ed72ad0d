import { describe, expect, it } from "vitest";
import { createArticleCache, maxMarkdownCharacters } from "./article-cache.ts";

describe("createArticleCache", () => {
  const page = (revisionId: string, markdown = "# Title\n") => ({ id: "pag_1", revisionId, markdown });

  it("renders each revision once", () => {
    const rendered: string[] = [];
    const toArticle = createArticleCache((text) => {
      rendered.push(text);
      return `<p>${text}</p>`;
    });
    const shown = [page("1", "a"), page("1", "a"), page("2", "b"), page("1", "a")].map(toArticle);
    expect(shown).toEqual(["<p>a</p>", "<p>a</p>", "<p>b</p>", "<p>a</p>"]);
    expect(rendered).toEqual(["a", "b"]);
  });

  it("keeps 16 million characters, and forgets what was not asked for the longest", () => {
    const rendered: string[] = [];
    const toArticle = createArticleCache((text) => {
      rendered.push(text);
      return "x".repeat(6 * 1024 * 1024);
    });
    for (const name of ["a", "b", "a", "c", "a", "b"]) toArticle(page(name, name));
    expect(rendered).toEqual(["a", "b", "c", "b"]);
  });

  it.each(["[", "![", "*a ", "`", "> ", "<", "a@"])("does not take long for a megabyte of %s", (text) => {
    const toArticle = createArticleCache();
    for (const size of [1024 * 1024, maxMarkdownCharacters]) {
      const long = page(String(size), text.repeat(size / text.length));
      // Of this process alone: a busy machine makes it wait, and not work longer.
      const before = process.cpuUsage();
      toArticle(long);
      const { user } = process.cpuUsage(before);
      expect(user / 1000).toBeLessThan(1500);
    }
  });

  it("shows a page that is too long as it was written, and runs nothing in it", () => {
    const long = `<script>alert(1)</script>${" x".repeat(maxMarkdownCharacters)}`;
    expect(createArticleCache()(page("1", long))).toMatch(/^<pre>&lt;script&gt;alert\(1\)&lt;\/script&gt; x/);
  });
});
