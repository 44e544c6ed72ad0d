import type { HttpBindings } from "@hono/node-server";
import { originOfDomain } from "@plugboard/content";
import type { PlatformUrls } from "@plugboard/platform";
import { type Context, Hono } from "hono";
import { getPath } from "hono/utils/url";
import { siteAssets } from "./asset-tags.ts";
import type { LocatedSite } from "./enter-site.ts";

/** The site that a request's host belongs to. */
export interface SiteOfHost {
  /** The host: a verified domain of the site. */
  readonly domain: string;
  readonly slug: string;
}

/** The bindings of a request to a site. */
export type SiteBindings = HttpBindings & {
  /** `undefined` at the host that all sites share. */
  readonly siteOfHost?: SiteOfHost | undefined;
};

/** The environment of routes of sites. */
export interface SiteEnv {
  readonly Bindings: SiteBindings;
  readonly Variables: {
    /** The site, once it is found. Error pages have its appearance. */
    readonly located?: LocatedSite;
  };
}

/** The Hono context of a request to a site. */
export type SiteContext = Context<SiteEnv>;

/** A Hono app with routes of sites. */
export type SiteApp = Hono<SiteEnv>;

/** The address at which a visitor reaches a site. */
export interface SiteAddress {
  /** Never from a header of the request. */
  readonly origin: string;
  /** The path prefix of the site, without a trailing slash. Empty at a domain of its own. */
  readonly root: string;
}

/** The routes of a site's own space, and of its sections and variants. Paths with a tilde belong to the whole site. */
export const sectionPrefixes = [
  "/sites/:site",
  "/sites/:site/:section{[a-z0-9-]+}",
  "/sites/:site/:section{[a-z0-9-]+}/:variant{[a-z0-9-]+}",
] as const;

/** The same routes in a preview. */
export const previewPrefixes = [
  "/sites/:site/~preview/:preview",
  "/sites/:site/~preview/:preview/:section{[a-z0-9-]+}",
  "/sites/:site/~preview/:preview/:section{[a-z0-9-]+}/:variant{[a-z0-9-]+}",
] as const;

/**
 * Creates an app that also takes requests to the domains of sites: its routes see the path that the site has at the
 * shared host. No other route can be reached at a domain, except for the scripts and styles of all sites.
 */
export function createSiteApp(): SiteApp {
  return new Hono<SiteEnv>({
    getPath: (request, options) => {
      const path = getPath(request);
      const siteOfHost = options?.env?.siteOfHost;
      if (siteOfHost === undefined || path.startsWith(`${siteAssets}/`)) return path;
      return `${sharedRootOf(siteOfHost.slug)}${path}`;
    },
  });
}

/** Returns the address at which a request reached a site. */
export function addressOf({ env }: SiteContext, urls: PlatformUrls, slug: string): SiteAddress {
  return env.siteOfHost === undefined
    ? { origin: urls.public, root: sharedRootOf(slug) }
    : { origin: originOfDomain(urls, env.siteOfHost.domain), root: "" };
}

/** Returns the options of a site's cookies. Sites with the same host don't see each other's. */
export function cookieOptionsOf({ origin, root }: SiteAddress) {
  return { path: root || "/", sameSite: "Lax", secure: origin.startsWith("https:") } as const;
}

function sharedRootOf(slug: string): string {
  return `/sites/${encodeURIComponent(slug)}`;
}
