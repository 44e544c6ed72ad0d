import { setImmediate as nextTurn } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import * as z from "zod";
import type { Network } from "../http/client-address.ts";
import {
  createVisitRecorder,
  findPublishedSite,
  found,
  listPageConditions,
  listPages,
  type OnError,
  PlatformError,
  type PublishedSite,
  publishedUrlOf,
  readBody,
  type Platform,
  type SealedTokens,
  selectPages,
  type VisitRecorderOptions,
} from "@plugboard/platform";
import { createArticleCache } from "./article-cache.ts";
import { createBlockRoutes } from "./block-routes.ts";
import { createScriptCache, keepConsent, pageScriptsFor, scriptPolicy } from "./page-scripts.ts";
import { renderSitePage } from "./render-site-page.ts";
import { type SiteContext, toVisit } from "./to-visit.ts";
import { createVisitorGate } from "./visitor-gate.ts";

const maxFormBytes = 64 * 1024;
const feedbackSchema = z.object({
  rating: z.enum(["good", "ok", "bad"]),
  comment: z.string().max(5000).default(""),
});
const consentSchema = z.object({ cookies: z.enum(["yes", "no"]), page: z.string().max(200).default("") });
const pagePolicy = "default-src 'none'; img-src https: data:; form-action 'self'; base-uri 'none'";
// Other hosts learn which site a visitor comes from, and not which page.
const referrerPolicy = "strict-origin-when-cross-origin";

/** What sites need besides the platform. */
export interface SiteOptions {
  readonly trustedProxies: readonly Network[];
  /** Folder of the built script that shows blocks in pages. */
  readonly siteDir: string;
  readonly visitLimits: Pick<VisitRecorderOptions, "maxPerAddress" | "maxPerSite">;
  /** Keeps who signed in to sites that are not for everyone. */
  readonly visitorSessions: SealedTokens;
  readonly onError: OnError;
}

/** Sites as visitors see them. Opening a page and rating it are events. `onError` is notified of visits that were lost. */
export function createSiteRoutes(
  platform: Platform,
  { trustedProxies, siteDir, visitLimits, visitorSessions, onError }: SiteOptions,
): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const { urls } = platform;
  const setting = { urls, trustedProxies };
  const gate = createVisitorGate(platform, visitorSessions);
  const fetchScript = createScriptCache(platform);
  const toArticle = createArticleCache();
  const visits = createVisitRecorder(platform, {
    ...visitLimits,
    onDropped: (refusal) => onError(refusal, { method: "GET", path: "/sites" }),
  });
  const readSite = shareReads(async (slug) => {
    const published = await findPublishedSite(platform, slug);
    const { spaceId } = published.site;
    const allPages = await listPages(platform, spaceId);
    return { published, allPages, conditions: await listPageConditions(platform, spaceId) };
  });
  // A visitor who may not read the site learns nothing of its pages.
  const enterPage = async (c: SiteContext, siteSlug: string, pageSlug?: string) => {
    const { published, allPages, conditions } = await readSite(siteSlug);
    const { site, visibility } = published;
    const visitor = await gate.enter(c, published);
    if (visitor instanceof Response) return visitor;
    const { claims } = visitor;
    const pages = selectPages(allPages, conditions, claims ?? {});
    const page = pageSlug === undefined ? pages[0] : pages.find(({ slug }) => slug === pageSlug);
    const what = `page ${pageSlug ?? ""} on site ${siteSlug}`;
    return { site, visibility, pages, page: found(page, what), claims };
  };
  const show = async (c: SiteContext, site: string, slug?: string): Promise<Response> => {
    const entered = await enterPage(c, site, slug);
    if (entered instanceof Response) return entered;
    const { pages, visibility, ...shown } = entered;
    const { scripts, asksForConsent } = await pageScriptsFor(platform, c, shown.site);
    if (isVisit(c)) {
      // With a full or read-only disk pages are still read; that a visit is lost is for the operator to know.
      const { method, path } = c.req;
      await visits.recordView(toVisit(c, setting, shown)).catch((error) => onError(error, { method, path }));
    }
    const article = toArticle(shown.page);
    const policy = scriptPolicy(platform, shown.site, { scripts, hasBlocks: article.hasBlocks });
    // The console shows sites in a frame; nobody else may.
    const frame = `frame-ancestors ${urls.console}`;
    c.header("content-security-policy", `${pagePolicy}${policy}; ${frame}`);
    c.header("referrer-policy", referrerPolicy);
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
    if (visibility === "unlisted") c.header("x-robots-tag", "noindex");
    const thanked = c.req.query("feedback") === "sent";
    return c.html(
      await renderSitePage({
        ...shown,
        pages,
        article,
        thanked,
        scripts,
        asksForConsent,
      }),
    );
  };
  routes.route("/", createBlockRoutes(platform, siteDir, enterPage));
  routes.get("/sites/:site", (c) => c.redirect(publishedUrlOf(urls, c.req.param("site")), 301));
  routes.get("/sites/:site/", async (c) => await show(c, c.req.param("site")));
  routes.get("/sites/:site/~logout", async (c) =>
    gate.leave(c, await findPublishedSite(platform, c.req.param("site"))),
  );
  routes.get("/sites/:site/~scripts/:file", async (c) => {
    const published = await findPublishedSite(platform, c.req.param("site"));
    const { site } = published;
    // What loads a script follows no redirect to a sign-in.
    if ((await gate.enter(c, published)) instanceof Response)
      return c.text("Sign in to this site first.", 401);
    const { text, maxAgeSeconds } = await fetchScript(site, c.req.param("file"));
    return c.body(text, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": maxAgeSeconds > 0 ? `${cacheFor(published)}, max-age=${maxAgeSeconds}` : "no-store",
      "x-content-type-options": "nosniff",
      // It runs in the pages of this origin, and nowhere else.
      "cross-origin-resource-policy": "same-origin",
    });
  });
  routes.post("/sites/:site/~consent", async (c) => {
    const { site } = await findPublishedSite(platform, c.req.param("site"));
    const choice = consentSchema.safeParse(await readForm(c.req.raw));
    if (!choice.success)
      throw new PlatformError("invalid_request", "Say whether cookies are allowed: yes or no.");
    keepConsent(c, platform, site, choice.data.cookies);
    return c.redirect(`${publishedUrlOf(urls, site.slug)}${encodeURIComponent(choice.data.page)}`, 303);
  });
  routes.get("/sites/:site/:page", async (c) => await show(c, c.req.param("site"), c.req.param("page")));
  routes.post("/sites/:site/:page/feedback", async (c) => {
    const entered = await enterPage(c, c.req.param("site"), c.req.param("page"));
    if (entered instanceof Response) return entered;
    const { site, page } = entered;
    const feedback = await readFeedback(c.req.raw);
    // The event names the page that was rated, and not where its form is sent.
    const url = `${publishedUrlOf(urls, site.slug)}${encodeURIComponent(page.slug)}`;
    await visits.recordFeedback({ ...toVisit(c, setting, { site, page }), url }, feedback);
    return c.redirect(`${url}?feedback=sent`, 303);
  });
  return routes;
}

/**
 * Lets all who ask for the same thing in one turn of the event loop share one reading of it, which begins when they have asked: a
 * crowd of visitors costs the database little, and nobody is shown what was there before they came.
 */
function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const waiting = new Map<string, Promise<Value>>();
  return (key) => {
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const reading = nextTurn().then(() => {
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, reading);
    return reading;
  };
}

/** Who else may keep what a visitor was sent. */
function cacheFor({ access }: PublishedSite): "public" | "private" {
  return access.audience === "everyone" ? "public" : "private";
}

/** A page's headers alone, or a page that a browser only fetches in advance, is not seen by anybody. */
function isVisit(c: SiteContext): boolean {
  return c.req.method === "GET" && !c.req.header("sec-purpose")?.includes("prefetch");
}

async function readFeedback(request: Request): Promise<z.infer<typeof feedbackSchema>> {
  const feedback = feedbackSchema.safeParse(await readForm(request));
  if (feedback.success) return feedback.data;
  throw new PlatformError(
    "invalid_request",
    "Feedback needs a rating: good, ok or bad; a comment has at most 5,000 characters.",
  );
}

async function readForm(request: Request): Promise<Readonly<Record<string, string>>> {
  const body = await readBody(request, maxFormBytes);
  return Object.fromEntries(new URLSearchParams(body === undefined ? "" : new TextDecoder().decode(body)));
}
