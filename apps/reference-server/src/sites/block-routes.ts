import type { JsonObject } from "@plugboard/api";
import { serveStatic } from "@hono/node-server/serve-static";
import { componentOperations, limits } from "@plugboard/api/contract";
import { listBlockOptions, type Page, renderPageBlock } from "@plugboard/content";
import { createRenderComponent, type Platform, PlatformError, readJsonBody } from "@plugboard/platform";
import { Hono } from "hono";
import * as z from "zod";
import { siteAssets } from "./asset-tags.ts";
import type { EnteredSite, Entrance } from "./enter-site.ts";
import { previewPrefixes, sectionPrefixes, type SiteApp, type SiteContext } from "./site-address.ts";

/**
 * Reads a page of a site for a visitor.
 * @throws PlatformError `not_found`
 */
type ReadPage = (entered: EnteredSite, pageSlug: string) => Promise<Page>;

/** The path parameters that identify a block on a page. */
interface BlockAddress {
  readonly site: string;
  readonly page: string;
  readonly index: string;
}

function readIndex(index: string): number {
  return /^\d{1,4}$/.test(index) ? Number(index) : -1;
}

const optionsSchema = z.object({
  url: z.url().max(limits.urlLength),
  query: z.string().min(1).max(limits.identifierLength).optional(),
});
const eventSchema = z.object({ componentId: z.string().min(1).max(limits.identifierLength) });

/** Creates the routes that render blocks for visitors and serve the block script. */
export function createBlockRoutes(
  platform: Platform,
  siteDir: string,
  { enterSignedIn }: Pick<Entrance, "enterSignedIn">,
  readPage: ReadPage,
): SiteApp {
  const routes: SiteApp = new Hono();
  const render = createRenderComponent(platform);
  // File names contain a content hash, and the build adds compressed copies.
  const serveFile = serveStatic({
    root: siteDir,
    precompressed: true,
    rewriteRequestPath: (path) => path.slice(siteAssets.length),
  });
  routes.use(`${siteAssets}/*`, async (c, next) => {
    const response = await serveFile(c, next);
    if (response !== undefined) response.headers.set("cache-control", "public, max-age=31536000, immutable");
    return response;
  });
  const respond = async (c: SiteContext, location: BlockAddress, entered: EnteredSite) => {
    const page = await readPage(entered, location.page);
    const { site, claims } = entered;
    const { componentId, props = {}, state, action, context } = await readEvent(c.req.raw);
    const response = await renderPageBlock(platform, render, {
      siteId: site.id,
      page,
      // Claims were JSON at sign-in.
      claims: claims as JsonObject | undefined,
      index: readIndex(location.index),
      theme: context.theme,
      componentId,
      props,
      state,
      action,
    });
    return c.json(response, 200, { "cache-control": "no-store" });
  };
  const listOptions = async (c: SiteContext, location: BlockAddress, entered: EnteredSite) => {
    const page = await readPage(entered, location.page);
    const query = optionsSchema.safeParse(c.req.query());
    if (!query.success) throw new PlatformError("invalid_request", "The request needs the url of a select.");
    const block = { siteId: entered.site.id, page, index: readIndex(location.index) };
    const items = await listBlockOptions(platform, block, query.data);
    return c.json({ items }, 200, { "cache-control": "no-store" });
  };
  for (const prefix of [...sectionPrefixes, ...previewPrefixes] as const) {
    routes.get(`${prefix}/:page/blocks/:index/options`, (c) =>
      enterSignedIn(c, c.req.param("site"), (entered) => listOptions(c, c.req.param(), entered)),
    );
    // Digits only: a section can have a page with the path `blocks`, which takes feedback.
    routes.post(`${prefix}/:page/blocks/:index{[0-9]+}`, (c) =>
      enterSignedIn(c, c.req.param("site"), (entered) => respond(c, c.req.param(), entered)),
    );
  }
  return routes;
}

/** Parses a request from the block's view. Only the theme of its context is used. */
async function readEvent(request: Request) {
  const body = await readJsonBody(request, limits.jsonBodyBytes);
  const event = eventSchema.safeParse(body);
  const rendering = componentOperations.renderComponent.body?.safeParse(body);
  if (event.success && rendering?.success === true) return { ...event.data, ...rendering.data };
  throw new PlatformError("invalid_request", "The request must have a componentId and a context.");
}
