import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { findFiles, readPackages, readText } from "../../scripts/shared/workspace.ts";
import { outsidePages } from "../generator/link-to-pages.ts";
import { packagePages } from "../generator/package-page.ts";
import { boostPage } from "../search/boost-page.ts";
import { searchOptions, synonymsOf } from "../search/search-options.ts";

/** Returns the pages of the site by path, without the pages of single HTTP operations. */
async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const file of await findFiles("docs/{tutorials,guides,decisions}/*.md", "docs/*.md"))
    pages.set(file.slice("docs/".length, -".md".length), await readText(file));
  for (const [file, page] of Object.entries(outsidePages)) pages.set(page, await readText(file));
  for (const one of await readPackages("packages/*"))
    for (const [path, text] of Object.entries(await packagePages(one)))
      pages.set(`reference/packages/${path}`, text);
  return pages;
}

/** Splits a page at its headings, as VitePress does for its index. */
function sectionsOf(path: string, page: string) {
  const [start = "", ...sections] = page.split(/^(?=#{1,6} )/m);
  return [...sections, ...(sections.length === 0 ? [start] : [])].map((section, index) => {
    const [heading = "", ...lines] = section.split("\n");
    const title = heading.replace(/^#+ /, "").replace(/ \{#.+\}$/, "");
    const text = [...lines, index === 0 ? synonymsOf(`${path}.md`) : ""].join("\n");
    return { id: `/docs/${path}#${index}`, title, titles: "", text };
  });
}

const index = new MiniSearch({
  fields: ["title", "titles", "text"],
  searchOptions: { ...searchOptions.miniSearch?.searchOptions, boostDocument: boostPage },
});
for (const [path, text] of await readPages()) index.addAll(sectionsOf(path, text));

test("the options contain no function for the browser, which the server's policy would block", () => {
  expect(JSON.parse(JSON.stringify(searchOptions.miniSearch))).toEqual(searchOptions.miniSearch);
});

test.each([
  ["nginx", "guides/run-in-production"],
  ["docker", "guides/run-in-production"],
  ["backup", "guides/run-in-production"],
  ["upgrade", "guides/run-in-production"],
  ["rotate secret", "guides/run-in-production"],
  ["SSRF", "guides/security-model"],
  ["retry schedule", "guides/retries"],
  ["test locally", "guides/develop-and-test"],
  ["see my block", "guides/develop-and-test"],
  ["run daily at nine", "guides/schedules"],
  ["prisma", "guides/deliver-from-your-transaction"],
  ["drizzle transaction", "guides/deliver-from-your-transaction"],
  ["CommonJS", "guides/versions"],
  ["compatible versions", "guides/versions"],
  ["mcp", "guides/agent-tools"],
  ["crawler", "guides/agents-on-sites"],
  ["AI assistant", "guides/agents-write"],
  ["script grant", "guides/published-scripts"],
  ["TLS", "guides/run-in-production"],
  ["task environment", "guides/tasks"],
  ["portal without the server", "guides/customer-portal"],
  ["ordering key", "guides/keep-order"],
  ["verify webhook", "guides/verify-a-webhook"],
])("a search for %s finds %s first", (query, page) => {
  const [first] = index.search(query);
  expect(first?.id.replace(/^\/docs\/|#.*$/g, "")).toBe(page);
});
