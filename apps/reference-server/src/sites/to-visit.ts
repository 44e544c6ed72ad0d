import type { Visitor } from "@plugboard/content/integration";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import { redactCookies } from "./redact-cookies.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";
import type { ListedPage, Site, Visit } from "@plugboard/content";
import type { PlatformUrls } from "@plugboard/platform";

/** The Hono context of a request to a site. */
export type SiteContext = Context<{ Bindings: HttpBindings }>;

/** The server settings needed to create a visit. */
interface VisitSetting {
  readonly urls: PlatformUrls;
  readonly trustedProxies: readonly Network[];
}

const visitorCookie = "visitor_id";
const yearSeconds = 365 * 24 * 3600;
const visitorIdSchema = z.uuid();

/** Returns the visitor, page and referrer of a request. The first visit to a site sets the visitor cookie. */
export function toVisit(
  c: SiteContext,
  setting: VisitSetting,
  { site, page }: { readonly site: Site; readonly page: ListedPage },
): Visit {
  const { pathname, search } = new URL(c.req.url);
  return {
    siteId: site.id,
    spaceId: site.spaceId,
    pageId: page.id,
    visitor: toVisitor(c, setting, site),
    // Behind a proxy, the request URL isn't the visitor's; the configured origin is.
    url: `${setting.urls.public}${pathname}${search}`,
    referrer: c.req.header("referer") ?? "",
  };
}

function toVisitor(c: SiteContext, { urls, trustedProxies }: VisitSetting, { slug }: Site): Visitor {
  const cookies = getCookie(c);
  const existing = visitorIdSchema.safeParse(cookies[visitorCookie]);
  const anonymousId = existing.success ? existing.data : crypto.randomUUID();
  setCookie(c, visitorCookie, anonymousId, {
    // One cookie per site, so that organizations on the same host can't track visitors across sites.
    path: `/sites/${encodeURIComponent(slug)}`,
    httpOnly: true,
    sameSite: "Lax",
    secure: new URL(urls.public).protocol === "https:",
    maxAge: yearSeconds,
  });
  return {
    anonymousId,
    userAgent: c.req.header("user-agent") ?? "",
    ip: visitorAddress(c, trustedProxies),
    cookies: redactCookies(cookies),
  };
}
