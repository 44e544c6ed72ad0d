import type { Page } from "@plugboard/content";
import type { Platform } from "@plugboard/platform";
import { Hono } from "hono";
import { answerMcpMessage } from "../http/answer-mcp-message.ts";
import type { EnteredSite, Entrance } from "./enter-site.ts";
import { renderLlmsText } from "./render-llms-text.ts";
import { sectionPrefixes, type SiteApp, type SiteContext } from "./site-address.ts";

const maxMessageBytes = 64 * 1024;

/** Returns a page of a site that the visitor can read. @throws PlatformError `not_found` */
type ReadPage = (entered: EnteredSite, slug: string) => Promise<Page>;

/**
 * Creates the routes for programs that read published sites: `llms.txt`, pages as Markdown, and MCP tools that search
 * and read. They show the same pages as the HTML for the visitor, and don't count as visits.
 */
export function createAgentRoutes(
  platform: Platform,
  { enterSignedIn }: Pick<Entrance, "enterSignedIn">,
  readPage: ReadPage,
): SiteApp {
  const routes: SiteApp = new Hono();
  const sendText = (c: SiteContext, type: "plain" | "markdown", text: string): Response => {
    c.header("content-type", `text/${type}; charset=utf-8`);
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "private, no-store");
    return c.body(text);
  };
  for (const prefix of sectionPrefixes) {
    routes.get(`${prefix}/llms.txt`, (c) =>
      enterSignedIn(c, c.req.param("site"), async (site) => sendText(c, "plain", renderLlmsText(site))),
    );
    routes.get(`${prefix}/:file{[^/]+\\.md}`, (c) =>
      enterSignedIn(c, c.req.param("site"), async (site) => {
        const page = await readPage(site, c.req.param("file").slice(0, -".md".length));
        // On demand, because few servers have such visitors, and the parser takes memory.
        const { readLinkedMarkdown } = await import("./link-markdown.ts");
        return sendText(c, "markdown", await readLinkedMarkdown(platform, site, page));
      }),
    );
  }
  routes.all("/sites/:site/~plugboard/mcp", (c) =>
    enterSignedIn(c, c.req.param("site"), (site) =>
      answerMcpMessage(c.req.raw, {
        origin: site.origin,
        maxMessageBytes,
        createServer: async () => {
          const { createSiteTools } = await import("./site-tools.ts");
          return createSiteTools(platform, site, readPage);
        },
      }),
    ),
  );
  return routes;
}
