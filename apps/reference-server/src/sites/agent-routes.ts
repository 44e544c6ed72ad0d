import type { HttpBindings } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type Page, PlatformError, type Platform, readBody } from "@plugboard/platform";
import { Hono } from "hono";
import type { EnteredSite, Entrance } from "./enter-site.ts";
import { renderLlmsText } from "./render-llms-text.ts";
import { createSiteTools } from "./site-tools.ts";
import type { SiteContext } from "./to-visit.ts";

const maxMessageBytes = 64 * 1024;

/** Returns a page of a site that the visitor can read. @throws PlatformError `not_found` */
type ReadPage = (entered: EnteredSite, slug: string) => Promise<Page>;

/** Reads a request, which can contain one message: the responses to a batch would have no limit. */
async function readMessage(request: Request): Promise<Request> {
  const bytes = await readBody(request, maxMessageBytes);
  const { url, method, headers } = request;
  if (bytes === undefined) return new Request(url, { method, headers });
  const body = new TextDecoder().decode(bytes);
  if (body.trimStart().startsWith("["))
    throw new PlatformError("invalid_request", "Send one message per request, not a batch.");
  return new Request(url, { method, headers, body });
}

/**
 * Creates the routes for programs that read published sites: `llms.txt`, pages as Markdown, and MCP tools that search
 * and read. They show what the visitor's HTML shows, and nothing read through them counts as a visit.
 */
export function createAgentRoutes(
  platform: Platform,
  { enterSignedIn }: Pick<Entrance, "enterSignedIn">,
  readPage: ReadPage,
): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const { sites } = platform.urls;
  const sendText = (c: SiteContext, type: "plain" | "markdown", text: string): Response => {
    c.header("content-type", `text/${type}; charset=utf-8`);
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "private, no-store");
    return c.body(text);
  };
  routes.get("/sites/:site/llms.txt", (c) =>
    enterSignedIn(c, c.req.param("site"), async (site) => sendText(c, "plain", renderLlmsText(sites, site))),
  );
  routes.get("/sites/:site/:file{.+\\.md}", (c) =>
    enterSignedIn(c, c.req.param("site"), async (site) => {
      const { markdown } = await readPage(site, c.req.param("file").slice(0, -".md".length));
      return sendText(c, "markdown", markdown);
    }),
  );
  routes.all("/sites/:site/~plugboard/mcp", (c) =>
    enterSignedIn(c, c.req.param("site"), async (site) => {
      const origin = c.req.header("origin");
      if (origin !== undefined && origin !== sites)
        throw new PlatformError("forbidden", `This endpoint doesn't serve pages of ${origin}.`);
      // A handler for each request, because its tools read what this visitor can read. They never change, so there is
      // nothing to subscribe to.
      const handler = createMcpHandler(() => createSiteTools(platform, site, readPage), {
        maxSubscriptions: 0,
      });
      const { status, headers, body } = await handler.fetch(await readMessage(c.req.raw));
      // Older clients get a stream, whose tools must have finished before the site's organization leaves the scope.
      const answer = body === null ? null : await new Response(body).text();
      headers.set("cache-control", "private, no-store");
      return new Response(answer, { status, headers });
    }),
  );
  return routes;
}
