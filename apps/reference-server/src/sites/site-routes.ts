import { Hono } from "hono";
import * as z from "zod";
import type { Network } from "../http/client-address.ts";
import { sendFont, sendImage } from "../http/send-image.ts";
import {
  createVisitRecorder,
  getOpenApiDocument,
  getPage,
  listOpenApiVersions,
  listPageFiles,
  type Page,
  type PublishedSite,
  publishedUrlOf,
  type Site,
  type VisitRecorderOptions,
} from "@plugboard/content";
import {
  orNotFound,
  type OnError,
  PlatformError,
  readBody,
  type Platform,
  type EncryptedTokens,
} from "@plugboard/platform";
import { createAgentRoutes } from "./agent-routes.ts";
import { type Article, createArticleCache } from "./article-cache.ts";
import { type AssetSource, readAssetTags, siteAssets } from "./asset-tags.ts";
import { createBlockRoutes } from "./block-routes.ts";
import { createCrawlerRoutes } from "./crawler-routes.ts";
import { askToSignIn, createEntrance, type EnteredSite, type LocatedSite } from "./enter-site.ts";
import { fontSource } from "./font-styles.ts";
import { hasFileLinks, linkPages } from "./link-pages.ts";
import {
  createScriptCache,
  keepConsent,
  type PageScripts,
  pageScriptsFor,
  scriptPolicy,
} from "./page-scripts.ts";
import { listAlternates } from "./list-alternates.ts";
import { renderApiDocument } from "./render-api-document.ts";
import { type HtmlPage, pathOfPage } from "./render-layout.ts";
import { renderEmptySite } from "./render-empty-site.ts";
import { renderSearch } from "./render-search.ts";
import { renderArticle } from "./render-article.ts";
import { renderSitePage } from "./render-site-page.ts";
import { previewPrefixes, sectionPrefixes, type SiteApp, type SiteContext } from "./site-address.ts";
import { toVisit } from "./to-visit.ts";
import { createVisitorGate } from "./visitor-gate.ts";

const maxFormBytes = 64 * 1024;
const feedbackSchema = z.object({
  rating: z.enum(["good", "ok", "bad"]),
  comment: z.string().max(5000).default(""),
});
const consentSchema = z.object({ cookies: z.enum(["yes", "no"]), page: z.string().max(200).default("") });
const pagePolicy = "default-src 'none'; base-uri 'none'";
const plainPolicy = "; img-src 'self' https: data:; form-action 'self'";

/** Options for `createSiteRoutes`. */
export interface SiteOptions {
  readonly trustedProxies: readonly Network[];
  /** The folder of the built `apps/site`. */
  readonly siteDir: string;
  readonly visitLimits: Pick<VisitRecorderOptions, "maxPerAddress" | "maxPerSite">;
  /** Stores the visitor sessions of restricted sites. */
  readonly visitorSessions: EncryptedTokens;
  readonly onError: OnError;
}

/**
 * Creates the routes of published sites. Page views and ratings become events. `onError` is called with
 * visits that could not be recorded.
 */
export function createSiteRoutes(
  platform: Platform,
  { trustedProxies, siteDir, visitLimits, visitorSessions, onError }: SiteOptions,
): SiteApp {
  const routes: SiteApp = new Hono();
  const { urls } = platform;
  const assetsOf = ({ origin }: EnteredSite): string => `${origin}${siteAssets}/`;
  const fontsOf = (entered: EnteredSite): string =>
    [assetsOf(entered), ...fontSource(entered.origin, entered.home, entered.customization)].join(" ");
  const gate = createVisitorGate(platform, visitorSessions);
  const fetchScript = createScriptCache(platform);
  const toArticle = createArticleCache(renderArticle);
  const visits = createVisitRecorder(platform, {
    ...visitLimits,
    onDropped: (refusal) => onError(refusal, { method: "GET", path: "/sites" }),
  });
  const entrance = createEntrance(platform, gate);
  const pageOf = ({ pages, site, section }: EnteredSite, pageSlug: string | undefined) =>
    orNotFound(
      pageSlug === undefined ? pages[0] : pages.find(({ slug }) => slug === pageSlug),
      `page ${section.path}/${pageSlug ?? ""} on site ${site.slug}`,
    );
  const textOf = async (entered: EnteredSite, pageSlug: string | undefined) => {
    const { spaceId, id } = pageOf(entered, pageSlug);
    return await getPage(platform, spaceId, id);
  };
  /** Responds with a page of a site. */
  const respond = async (
    c: SiteContext,
    { isPreview, section: { visibility } }: EnteredSite,
    page: HtmlPage,
    policy: string,
  ) => {
    // Only the console can frame sites.
    const frame = `frame-ancestors ${urls.console}`;
    c.header("content-security-policy", `${pagePolicy}${policy}; ${frame}`);
    // Other hosts learn the site a visitor comes from, but not the page. A preview sends no referrer, because
    // its URL grants access.
    c.header("referrer-policy", isPreview ? "no-referrer" : "strict-origin-when-cross-origin");
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
    if (visibility === "unlisted" || isPreview) c.header("x-robots-tag", "noindex");
    return c.html(page);
  };
  // Runs after the cache, because visitors can read different pages.
  const withPageLinks = async (article: Article, page: Page, entered: EnteredSite): Promise<Article> => {
    if (!hasFileLinks(article.html)) return article;
    const files = await listPageFiles(platform, page.spaceId);
    return { ...article, html: linkPages(article.html, page, entered, files) };
  };
  /** Returns the tags of a page's scripts and of its site's font. */
  const tagsOf = async (
    { customization: { font } }: EnteredSite,
    ...scripts: readonly AssetSource[]
  ): Promise<string> => {
    const sources = font === "geist" ? (["src/geist.css", ...scripts] as const) : scripts;
    return (await Promise.all(sources.map((source) => readAssetTags(siteDir, source)))).join("");
  };
  const noScripts: PageScripts = { scripts: [], asksForConsent: false };
  const respondPlainly = async (c: SiteContext, entered: EnteredSite, page: HtmlPage): Promise<Response> =>
    await respond(
      c,
      entered,
      page,
      `${plainPolicy}; font-src ${fontsOf(entered)}; style-src 'unsafe-inline'`,
    );
  const show = async (c: SiteContext, entered: EnteredSite, slug?: string): Promise<Response> => {
    // A section wins over a page of the site's own space with the same path.
    if (isSection(entered, slug)) return c.redirect(`${entered.base}/${slug}/`, 302);
    // A link from another variant leads to the first page if the variant has none with this path.
    const isMissing =
      c.req.query("variant") !== undefined && !entered.pages.some((page) => page.slug === slug);
    if (isMissing) return c.redirect(`${entered.base}/`, 302);
    if (slug === undefined && entered.pages.length === 0)
      return await respondPlainly(c, entered, renderEmptySite(entered, await tagsOf(entered)));
    const page = await textOf(entered, slug);
    const { site, isPreview } = entered;
    const thanked = c.req.query("feedback") === "sent";
    const pageScripts = isPreview ? noScripts : await pageScriptsFor(platform, c, site);
    if (isVisit(c) && !isPreview && !thanked) {
      // With a full or read-only disk, pages can still be read; the lost visit is reported to the operator.
      const { method, path } = c.req;
      const visit = toVisit(c, trustedProxies, { ...entered, page });
      await visits.recordView(visit).catch((error) => onError(error, { method, path }));
    }
    const article = await withPageLinks(await toArticle(page, entered.section.language), page, entered);
    const { hasBlocks, hasDiagrams } = article;
    const policy = scriptPolicy(entered, { scripts: pageScripts.scripts, hasBlocks, hasDiagrams });
    const assetTags = await tagsOf(
      entered,
      ...(hasBlocks ? (["src/site.tsx"] as const) : []),
      ...(hasDiagrams ? (["src/diagrams.ts"] as const) : []),
    );
    const alternates = await listAlternates(platform, entered, page);
    const html = renderSitePage({ entered, page, article, assetTags, thanked, alternates, ...pageScripts });
    return await respond(c, entered, html, policy);
  };
  const takeFeedback = async (c: SiteContext, entered: EnteredSite, slug: string): Promise<Response> => {
    const page = pageOf(entered, slug);
    const { origin, base, isPreview } = entered;
    const feedback = await readFeedback(c.req.raw);
    // The event names the rated page, not the form's target.
    const url = `${origin}${base}/${pathOfPage(page)}`;
    if (!isPreview)
      await visits.recordFeedback({ ...toVisit(c, trustedProxies, { ...entered, page }), url }, feedback);
    return c.redirect(`${url}?feedback=sent#feedback`, 303);
  };
  const search = async (c: SiteContext, entered: EnteredSite): Promise<Response> => {
    const query = { text: c.req.query("q") ?? "", all: c.req.query("all") !== undefined };
    return await respondPlainly(
      c,
      entered,
      await renderSearch(platform, entered, query, await tagsOf(entered)),
    );
  };
  const findDocument = async (c: SiteContext, { id }: Site, name: string) => {
    const version = c.req.query("version") ?? "";
    return await getOpenApiDocument(
      platform,
      id,
      name,
      /^\d{1,9}$/.test(version) ? Number(version) : undefined,
    );
  };
  const showDocument = async (c: SiteContext, entered: EnteredSite, name: string): Promise<Response> => {
    const document = await findDocument(c, entered.site, name);
    const versions = await listOpenApiVersions(platform, entered.site.id, name);
    const tags = await tagsOf(entered, "src/openapi.ts");
    const assets = assetsOf(entered);
    const policy = `${plainPolicy}; script-src ${assets}; connect-src ${entered.origin}${entered.home}/; font-src ${fontsOf(entered)} data:; style-src 'unsafe-inline' ${assets}`;
    return await respond(c, entered, renderApiDocument(entered, document, versions, tags), policy);
  };
  const sendDocument = async (c: SiteContext, entered: EnteredSite, name: string): Promise<Response> => {
    const { text } = await findDocument(c, entered.site, name);
    c.header("content-type", "text/plain; charset=utf-8");
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
    return c.body(text);
  };
  routes.route("/", createBlockRoutes(platform, siteDir, entrance, textOf));
  routes.route("/", createCrawlerRoutes(entrance));
  routes.route("/", createAgentRoutes(platform, entrance, textOf));
  routes.get("/sites/:site", (c) => c.redirect(publishedUrlOf(urls, c.req.param("site")), 301));
  routes.get("/sites/:site/~logout", (c) =>
    entrance.at(c, c.req.param("site"), (located) => gate.leave(c, located)),
  );
  const sendScript = async (c: SiteContext, located: LocatedSite, file: string) => {
    if ((await gate.enter(c, located)) instanceof Response) return askToSignIn(c);
    const { text, maxAgeSeconds } = await fetchScript(located.site, file);
    return c.body(text, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": maxAgeSeconds > 0 ? `${cacheFor(located)}, max-age=${maxAgeSeconds}` : "no-store",
      "x-content-type-options": "nosniff",
      // The script runs only in pages of this origin.
      "cross-origin-resource-policy": "same-origin",
    });
  };
  routes.get("/sites/:site/~scripts/:file", (c) =>
    entrance.at(c, c.req.param("site"), (located) => sendScript(c, located, c.req.param("file"))),
  );
  const takeConsent = async (c: SiteContext, located: LocatedSite) => {
    const choice = consentSchema.safeParse(await readForm(c.req.raw));
    if (!choice.success)
      throw new PlatformError("invalid_request", "Choose whether to allow cookies: yes or no.");
    keepConsent(c, located, choice.data.cookies);
    return c.redirect(`${located.origin}${located.root}/${encodePath(choice.data.page)}`, 303);
  };
  routes.post("/sites/:site/~consent", (c) =>
    entrance.at(c, c.req.param("site"), (located) => takeConsent(c, located)),
  );
  for (const prefix of [sectionPrefixes[0], previewPrefixes[0]]) {
    routes.get(`${prefix}/~fonts/:file`, (c) =>
      entrance.enterForFile(c, c.req.param("site"), `~fonts/${c.req.param("file")}`, (site) =>
        sendFont(platform, site.section.spaceId, c.req.param("file"), { cacheFor: cacheFor(site) }),
      ),
    );
    routes.get(`${prefix}/~api/:name`, (c) =>
      entrance.enter(c, c.req.param("site"), (entered) => showDocument(c, entered, c.req.param("name"))),
    );
    routes.get(`${prefix}/~api/:name/document`, (c) =>
      entrance.enterSignedIn(c, c.req.param("site"), (entered) =>
        sendDocument(c, entered, c.req.param("name")),
      ),
    );
  }
  for (const prefix of [...sectionPrefixes, ...previewPrefixes]) {
    routes.get(`${prefix}/`, (c) => entrance.enter(c, c.req.param("site"), (entered) => show(c, entered)));
    routes.get(`${prefix}/~search`, (c) =>
      entrance.enter(c, c.req.param("site"), (entered) => search(c, entered)),
    );
    routes.get(`${prefix}/~images/:file`, (c) =>
      entrance.enterForFile(c, c.req.param("site"), `~images/${c.req.param("file")}`, (site) =>
        sendImage(platform, site.section.spaceId, c.req.param("file"), { cacheFor: cacheFor(site) }),
      ),
    );
    routes.get(`${prefix}/:page`, (c) =>
      entrance.enter(c, c.req.param("site"), (entered) => show(c, entered, c.req.param("page"))),
    );
    routes.post(`${prefix}/:page/feedback`, (c) =>
      entrance.enter(c, c.req.param("site"), (entered) => takeFeedback(c, entered, c.req.param("page"))),
    );
  }
  return routes;
}

/** Returns whether the path of a page is that of a section or variant. */
function isSection({ section, sections }: EnteredSite, slug: string | undefined): boolean {
  const sectionPath = section.path === "" ? slug : `${section.path}/${slug}`;
  return slug !== undefined && sections.some(({ path }) => path === sectionPath);
}

/** Encodes the path of a page below its site, which can't leave the site. */
function encodePath(path: string): string {
  const parts = path.split("/").filter((part) => !/^\.{0,2}$/.test(part));
  return parts.map(encodeURIComponent).join("/");
}

/** Returns who can cache a response. */
function cacheFor({
  access,
  isPreview = false,
}: Pick<PublishedSite, "access"> & { readonly isPreview?: boolean }): "public" | "private" {
  return access.audience === "everyone" && !isPreview ? "public" : "private";
}

/** Returns whether a request is a visit, not a HEAD request or a prefetch. */
function isVisit(c: SiteContext): boolean {
  return c.req.method === "GET" && !c.req.header("sec-purpose")?.includes("prefetch");
}

async function readFeedback(request: Request): Promise<z.infer<typeof feedbackSchema>> {
  const feedback = feedbackSchema.safeParse(await readForm(request));
  if (feedback.success) return feedback.data;
  throw new PlatformError(
    "invalid_request",
    "Choose a rating (good, ok or bad). Comments can have at most 5,000 characters.",
  );
}

async function readForm(request: Request): Promise<Readonly<Record<string, string>>> {
  const body = await readBody(request, maxFormBytes);
  return Object.fromEntries(new URLSearchParams(body === undefined ? "" : new TextDecoder().decode(body)));
}
