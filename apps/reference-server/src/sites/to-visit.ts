import type { Visitor } from "@plugboard/content/integration";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import { redactCookies } from "./redact-cookies.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";
import type { ListedPage, Site, Visit } from "@plugboard/content";
import { cookieOptionsOf, type SiteAddress, type SiteContext } from "./site-address.ts";

const visitorCookie = "visitor_id";
const yearSeconds = 365 * 24 * 3600;
const visitorIdSchema = z.uuid();

/** Returns the visitor, page and referrer of a request. The first visit to a site sets the visitor cookie. */
export function toVisit(
  c: SiteContext,
  trustedProxies: readonly Network[],
  { site, page, ...address }: SiteAddress & { readonly site: Site; readonly page: ListedPage },
): Visit {
  const { pathname, search } = new URL(c.req.url);
  return {
    siteId: site.id,
    spaceId: page.spaceId,
    pageId: page.id,
    visitor: toVisitor(c, trustedProxies, address),
    // Behind a proxy, the request URL isn't the visitor's; the configured origin is.
    url: `${address.origin}${pathname}${search}`,
    referrer: c.req.header("referer") ?? "",
  };
}

function toVisitor(c: SiteContext, trustedProxies: readonly Network[], address: SiteAddress): Visitor {
  const cookies = getCookie(c);
  const existing = visitorIdSchema.safeParse(cookies[visitorCookie]);
  const anonymousId = existing.success ? existing.data : crypto.randomUUID();
  setCookie(c, visitorCookie, anonymousId, {
    // One cookie per site, so that organizations on the same host can't track visitors across sites.
    ...cookieOptionsOf(address),
    httpOnly: true,
    maxAge: yearSeconds,
  });
  return {
    anonymousId,
    userAgent: c.req.header("user-agent") ?? "",
    ip: visitorAddress(c, trustedProxies),
    cookies: redactCookies(cookies),
  };
}
