import type { JsonObject } from "@plugboard/api";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { componentOperations, limits } from "@plugboard/api/contract";
import {
  createRenderComponent,
  type Page,
  type Platform,
  PlatformError,
  readJsonBody,
  renderPageBlock,
  type Site,
} from "@plugboard/platform";
import { Hono } from "hono";
import * as z from "zod";
import type { SiteContext } from "./to-visit.ts";

type SiteApp = Hono<{ Bindings: HttpBindings }>;

/** Finds a page for a visitor; a response where they may not see it. */
export type EnterPage = (
  c: SiteContext,
  siteSlug: string,
  pageSlug: string,
) => Promise<
  Response | { readonly site: Site; readonly page: Page; readonly claims?: JsonObject | undefined }
>;

/** Where the server renders the blocks of a page; the block's place among them follows. */
export function blocksPathOf(site: Site, page: Page): string {
  return `/sites/${encodeURIComponent(site.slug)}/${encodeURIComponent(page.slug)}/blocks`;
}

/** The path of what shows blocks in pages: the built `apps/site`. */
export const siteAssets = "/site-assets";

const eventSchema = z.object({ componentId: z.string().min(1).max(limits.identifierLength) });

/** Renders the blocks of pages for visitors, and serves the script that shows them. */
export function createBlockRoutes(platform: Platform, siteDir: string, enterPage: EnterPage): SiteApp {
  const routes: SiteApp = new Hono();
  const render = createRenderComponent(platform);
  routes.use(
    `${siteAssets}/*`,
    serveStatic({
      root: siteDir,
      rewriteRequestPath: (path) => path.slice(siteAssets.length),
      onFound: (path, c) =>
        // The names of chunks change with their contents; those of the script and its styles do not.
        c.header(
          "cache-control",
          path.includes("/chunks/") ? "public, max-age=31536000, immutable" : "no-cache",
        ),
    }),
  );
  routes.post("/sites/:site/:page/blocks/:index", async (c) => {
    const entered = await enterPage(c, c.req.param("site"), c.req.param("page"));
    if (entered instanceof Response) return new Response("Sign in to this site first.", { status: 401 });
    const { site, page, claims } = entered;
    const { componentId, props = {}, state, action, context } = await readEvent(c.req.raw);
    const response = await renderPageBlock(platform, render, {
      siteId: site.id,
      page,
      claims,
      index: /^\d{1,4}$/.test(c.req.param("index")) ? Number(c.req.param("index")) : -1,
      theme: context.theme,
      componentId,
      props,
      state,
      action,
    });
    return c.json(response, 200, { "cache-control": "no-store" });
  });
  return routes;
}

/** What the block's view sends: of where it is shown, only the theme counts. */
async function readEvent(request: Request) {
  const body = await readJsonBody(request, limits.jsonBodyBytes);
  const event = eventSchema.safeParse(body);
  const rendering = componentOperations.renderComponent.body?.safeParse(body);
  if (event.success && rendering?.success === true) return { ...event.data, ...rendering.data };
  throw new PlatformError(
    "invalid_request",
    "The request is none of a block's: it needs a componentId and a context.",
  );
}
