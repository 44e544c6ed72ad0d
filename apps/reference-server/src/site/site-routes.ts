import type { Visitor } from "@plugboard/api";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { getSiteBySlug, type Site } from "../platform/content.ts";
import { listPages, type Page } from "../platform/pages.ts";
import type { PlatformContext } from "../platform/platform-context.ts";
import { found, PlatformError } from "../platform/platform-error.ts";
import { recordFeedback, recordView, type Visit } from "../platform/record-visit.ts";
import { renderSitePage } from "./render-site-page.ts";

type SiteContext = Context<{ Bindings: HttpBindings }>;

const visitorCookie = "visitor_id";
const yearSeconds = 365 * 24 * 3600;
const feedbackSchema = z.object({
  rating: z.enum(["good", "ok", "bad"]),
  comment: z.string().max(5000).default(""),
});
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; form-action 'self'";

/** Sites as visitors see them. Opening a page and rating it are events. */
export function createSiteRoutes(platform: PlatformContext): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const show = async (context: SiteContext, slug: string | undefined): Promise<Response> => {
    const { site, pages, page } = await findPage(platform, context.req.param("site") ?? "", slug);
    await recordView(platform, toVisit(context, site, page));
    context.header("content-security-policy", pagePolicy);
    const thanked = context.req.query("feedback") === "sent";
    return context.html(await renderSitePage(site, pages, page, { thanked }));
  };
  routes.get("/sites/:site/", async (context) => await show(context, undefined));
  routes.get("/sites/:site/:page", async (context) => await show(context, context.req.param("page")));
  routes.post("/sites/:site/:page/feedback", async (context) => {
    const { site, page } = await findPage(platform, context.req.param("site"), context.req.param("page"));
    const feedback = feedbackSchema.safeParse(await context.req.parseBody());
    if (!feedback.success) {
      throw new PlatformError(
        "invalid_request",
        "Feedback needs a rating: good, ok or bad; a comment has at most 5,000 characters.",
      );
    }
    await recordFeedback(platform, toVisit(context, site, page), feedback.data);
    return context.redirect(`/sites/${site.slug}/${page.slug}?feedback=sent`, 303);
  });
  return routes;
}

async function findPage(
  platform: PlatformContext,
  siteSlug: string,
  pageSlug: string | undefined,
): Promise<{ readonly site: Site; readonly pages: readonly Page[]; readonly page: Page }> {
  const site = await getSiteBySlug(platform, siteSlug);
  const pages = await listPages(platform, site.spaceId);
  const page = pageSlug === undefined ? pages[0] : pages.find(({ slug }) => slug === pageSlug);
  return { site, pages, page: found(page, `page ${pageSlug ?? ""} on site ${siteSlug}`) };
}

function toVisit(context: SiteContext, site: Site, page: Page): Visit {
  return {
    siteId: site.id,
    spaceId: site.spaceId,
    pageId: page.id,
    visitor: toVisitor(context),
    url: context.req.url,
    referrer: context.req.header("referer") ?? "",
  };
}

function toVisitor(context: SiteContext): Visitor {
  const cookies = getCookie(context);
  const anonymousId = cookies[visitorCookie] ?? crypto.randomUUID();
  setCookie(context, visitorCookie, anonymousId, {
    path: "/sites",
    httpOnly: true,
    sameSite: "Lax",
    secure: new URL(context.req.url).protocol === "https:",
    maxAge: yearSeconds,
  });
  return {
    anonymousId,
    userAgent: context.req.header("user-agent") ?? "",
    ip: context.env.incoming.socket.remoteAddress ?? "",
    cookies,
  };
}
