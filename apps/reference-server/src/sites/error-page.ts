import type { Problem } from "@plugboard/api/client";
import { createErrorHandler, notFoundResponse, type OnError } from "@plugboard/platform";
import type { ErrorHandler, NotFoundHandler } from "hono";
import { html, raw } from "hono/html";
import { readAssetTags, siteAssets } from "./asset-tags.ts";
import type { LocatedSite } from "./enter-site.ts";
import { fontSource } from "./font-styles.ts";
import { type Html, renderDocument, renderTitle } from "./render-layout.ts";
import type { SiteContext, SiteEnv } from "./site-address.ts";
import { type SiteTexts, siteTextsIn } from "./texts/site-texts.ts";

const kinds: Readonly<Record<number, Exclude<keyof SiteTexts["errors"], "home">>> = {
  401: "signIn",
  403: "noAccess",
  404: "notFound",
  413: "tooLarge",
  429: "tooMany",
};

// For the operator, who reads the console in English, too.
const unknownHost = {
  title: "No site at this address",
  text: "If this is your domain, add it to a site in the console and verify it. Otherwise, check the address.",
};

/**
 * Creates the handlers of errors and unknown URLs on sites. They respond with an HTML page that has the site's
 * appearance, or with a problem document if the client accepts JSON.
 *
 * @param siteDir - the folder of the built `apps/site`
 */
export function createSiteErrorHandlers(
  onError: OnError,
  siteDir: string,
): { readonly onError: ErrorHandler<SiteEnv>; readonly notFound: NotFoundHandler<SiteEnv> } {
  const handle = createErrorHandler(onError);
  const asPage = async (c: SiteContext, response: Response): Promise<Response> => {
    if (!isForVisitor(c)) return response;
    // The body was created by the problem handler.
    const problem = (await response.json()) as Problem;
    const located = c.get("located");
    const { errors } = siteTextsIn(located?.section.language);
    const { title, text } =
      errors[kinds[problem.status] ?? (problem.status >= 500 ? "unavailable" : "wrong")];
    const home = located === undefined ? homeOf(c) : `${located.root}/`;
    const link =
      home === undefined || problem.status === 401 ? "" : html`<p><a href="${home}">${errors.home}</a></p>`;
    const main = html`<main class="error"><h1>${title}</h1><p>${text === "" ? problem.detail : text}</p>
      ${link}</main>`;
    const branded = located && { ...located, home: located.root };
    const hasFont = branded?.customization.font === "geist";
    const page = await renderDocument({
      site: branded,
      title,
      head: raw(hasFont ? await readAssetTags(siteDir, "src/geist.css") : ""),
      body: html`${branded === undefined ? "" : html`<header>${renderTitle(branded)}</header>`}${main}`,
    });
    return toPage(page, response, located === undefined ? "" : sourcesOf(located));
  };
  return {
    onError: async (error, c) => await asPage(c, await handle(error, c)),
    notFound: async (c) => await asPage(c, await notFoundResponse(c)),
  };
}

function sourcesOf({ origin, root, customization }: LocatedSite): string {
  const fonts = [
    ...(customization.font === "geist" ? [`${origin}${siteAssets}/`] : []),
    ...fontSource(origin, root, customization),
  ];
  return `; img-src 'self' https: data:${fonts.length > 0 ? `; font-src ${fonts.join(" ")}` : ""}`;
}

/** Creates the handler of errors outside of sites. Browsers get a page at hosts without a site. */
export function createUnknownHostHandler(onError: OnError): ErrorHandler {
  const handle = createErrorHandler(onError);
  return async (error, c) => {
    const response = await handle(error, c);
    if (response.status !== 421 || !c.req.header("accept")?.includes("text/html")) return response;
    const { title, text } = unknownHost;
    const body: Html = html`<main class="error"><h1>${title}</h1><p>${text}</p></main>`;
    return toPage(await renderDocument({ site: undefined, title, body }), response, "");
  };
}

function toPage(page: unknown, { status, headers: from }: Response, sources: string): Response {
  const headers = new Headers(from);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  headers.set(
    "content-security-policy",
    `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'${sources}`,
  );
  return new Response(String(page), { status, headers });
}

/** Returns the path of the site's first page. */
function homeOf({ env, req }: SiteContext): string | undefined {
  if (env.siteOfHost !== undefined) return "/";
  const [, sites, slug] = req.path.split("/");
  return sites === "sites" && slug !== undefined && slug !== "" ? `/sites/${slug}/` : undefined;
}

/** Returns whether the client wants HTML. Programs that accept JSON and Git pushes don't. */
function isForVisitor(c: SiteContext): boolean {
  const accepted = c.req.header("accept") ?? "";
  if (accepted.includes("json") && !accepted.includes("text/html")) return false;
  return c.req.method === "GET" || c.req.path.startsWith("/sites/");
}
