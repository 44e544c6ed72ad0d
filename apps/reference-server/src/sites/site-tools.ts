import { McpServer } from "@modelcontextprotocol/server";
import type { Page } from "@plugboard/content";
import { orNotFound, type Platform, PlatformError } from "@plugboard/platform";
import * as z from "zod";
import type { EnteredSite } from "./enter-site.ts";
import { readLinkedMarkdown } from "./link-markdown.ts";
import { toPlainLine, toPlainText } from "./plain-line.ts";
import { pathOfPage } from "./render-layout.ts";
import { searchSite } from "./render-search.ts";

const maxQueryCharacters = 200;
const maxResults = 20;
const listedSeconds = 60;

const readOnly = { readOnlyHint: true, openWorldHint: false };
const path = z.string().min(1).max(maxQueryCharacters).describe("The page's path, as in search results.");
const query = z.string().trim().min(1).max(maxQueryCharacters).describe("Words that the page must contain.");
const results = z.object({
  pages: z.array(z.object({ path: z.string(), title: z.string(), url: z.url(), excerpt: z.string() })),
});

/**
 * Creates the MCP server of one request to a site, with tools that search and read the pages its visitor can read. The
 * texts of pages only appear in results, never in instructions.
 */
export function createSiteTools(
  platform: Platform,
  entered: EnteredSite,
  readPage: (entered: EnteredSite, slug: string) => Promise<Page>,
): McpServer {
  const { origin, home, site } = entered;
  const server = new McpServer(
    { name: "plugboard-site", title: toPlainLine(site.title), version: "1.0.0" },
    { cacheHints: { "tools/list": { ttlMs: listedSeconds * 1000, cacheScope: "private" } } },
  );
  server.registerTool(
    "search_pages",
    {
      title: "Search pages",
      description: `Returns up to ${maxResults} pages of this site that contain all words of a query, best match first.`,
      inputSchema: z.object({ query }),
      outputSchema: results,
      annotations: readOnly,
    },
    async ({ query }) => {
      const found = await searchSite(platform, entered, query);
      // Takes turns, so that every section with matches has some.
      const ranked = found.flatMap(({ entered: { base }, matches }) =>
        matches.map((match, rank) => ({ ...match, base, rank })),
      );
      const structuredContent = {
        pages: ranked
          .toSorted((one, other) => one.rank - other.rank)
          .slice(0, maxResults)
          .map(({ page, excerpt, base }) => ({
            path: `${base}/${pathOfPage(page)}`.slice(home.length + 1),
            title: toPlainLine(page.title),
            url: `${origin}${base}/${pathOfPage(page)}`,
            excerpt: toPlainLine(excerpt),
          })),
      };
      return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
    },
  );
  server.registerTool(
    "read_page",
    {
      title: "Read a page",
      description: "Returns a page of this site as Markdown.",
      inputSchema: z.object({ path }),
      annotations: readOnly,
    },
    async ({ path }) => {
      try {
        const end = path.lastIndexOf("/");
        const [sectionPath, slug] = [path.slice(0, Math.max(end, 0)), path.slice(end + 1)];
        const section = entered.sections.find((each) => each.path === sectionPath);
        const opened = await entered.openSection(orNotFound(section, `section ${sectionPath}`));
        const markdown = await readLinkedMarkdown(platform, opened, await readPage(opened, slug));
        return { content: [{ type: "text", text: toPlainText(markdown) }] };
      } catch (error) {
        if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
        const text = `This site has no page with the path ${path}. Find paths with search_pages.`;
        return { isError: true, content: [{ type: "text", text }] };
      }
    },
  );
  return server;
}
