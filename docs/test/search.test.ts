import MiniSearch from "minisearch";
import { beforeAll, expect, it } from "vitest";
import { findFiles, readText } from "../../scripts/shared/workspace.ts";
import { searchOptions } from "../.vitepress/search-options.ts";

// The search of the site over its written pages: sections with their headings, as VitePress indexes them.

interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

let search: MiniSearch<Section>;

beforeAll(async () => {
  search = new MiniSearch<Section>({
    fields: ["title", "titles", "text"],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, ...searchOptions },
  });
  const written = await findFiles(
    "docs/*.md",
    "docs/guides/*.md",
    "docs/tutorials/*.md",
    "docs/decisions/*.md",
  );
  const packages = await findFiles("packages/*/README.md");
  for (const file of written)
    search.addAll(toSections(`/docs/${file.replace(/^docs\/|\.md$/g, "")}`, await readText(file)));
  for (const file of packages)
    search.addAll(toSections(`/docs/reference/${file.replace(/\/README\.md$/, "")}`, await readText(file)));
});

function toSections(page: string, text: string): Section[] {
  const [, ...parts] = text.replaceAll(/^```[\s\S]*?^```$/gm, "").split(/^(?=#{1,6} )/m);
  const titles: string[] = [];
  return [text.startsWith("#") ? (text.split(/^(?=#{2,6} )/m)[0] ?? "") : "", ...parts].map((part, index) => {
    const [, marks = "", title = ""] = /^(#+) (.+)/.exec(part) ?? [];
    titles.length = Math.max(0, marks.length - 1);
    const above = [...titles];
    titles[Math.max(0, marks.length - 1)] = title;
    const id = index === 0 ? page : `${page}#${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${index}`;
    return { id, title, titles: above.filter(Boolean), text: part };
  });
}

it.each([
  ["nginx", "/docs/guides/operate"],
  ["docker", "/docs/guides/operate"],
  ["backup", "/docs/guides/operate"],
  ["upgrade", "/docs/guides/operate"],
  ["rotate secret", "/docs/guides/operate"],
  ["SSRF", "/docs/guides/security-model"],
  ["retry schedule", "/docs/guides/questions"],
  ["test locally", "/docs/guides/questions"],
  ["TLS", "/docs/guides/operate"],
  ["drizzle", "/docs/guides/deliver-from-your-transaction"],
  ["run daily at nine", "/docs/guides/questions"],
  ["see my block while developing", "/docs/guides/questions"],
  ["which versions are compatible", "/docs/guides/questions"],
])("%s finds the right page first", (query, page) => {
  const [first] = search.search(query);
  expect(String(first?.id).split("#")[0]).toBe(page);
});
