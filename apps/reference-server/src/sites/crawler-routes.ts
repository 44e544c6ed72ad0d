import { orNotFound } from "@plugboard/platform";
import { Hono } from "hono";
import type { Entrance } from "./enter-site.ts";
import {
  indexedSections,
  pagesFile,
  renderRobots,
  renderSitemap,
  renderSitemapIndex,
} from "./render-sitemap.ts";
import { sectionPrefixes, type SiteApp, type SiteContext } from "./site-address.ts";

/** Creates the routes for search engines: sitemaps of the pages that everyone can read, and `robots.txt`. */
export function createCrawlerRoutes({ at, enterSignedIn }: Pick<Entrance, "at" | "enterSignedIn">): SiteApp {
  const routes: SiteApp = new Hono();
  const send = (c: SiteContext, type: string, text: string): Response => {
    c.header("content-type", `${type}; charset=utf-8`);
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
    return c.body(text);
  };
  routes.get("/sites/:site/robots.txt", (c) =>
    at(c, c.req.param("site"), async (site) => send(c, "text/plain", renderRobots(site))),
  );
  routes.get("/sites/:site/sitemap.xml", (c) =>
    at(c, c.req.param("site"), async (site) => {
      const [indexed] = indexedSections(site);
      orNotFound(indexed, `sitemap of site ${site.site.slug}`);
      return send(c, "application/xml", String(await renderSitemapIndex(site)));
    }),
  );
  for (const prefix of sectionPrefixes)
    routes.get(`${prefix}/${pagesFile}`, (c) =>
      enterSignedIn(c, c.req.param("site"), async (entered) => {
        orNotFound(
          indexedSections(entered).find(({ path }) => path === entered.section.path),
          "sitemap",
        );
        return send(c, "application/xml", String(await renderSitemap(entered)));
      }),
    );
  return routes;
}
