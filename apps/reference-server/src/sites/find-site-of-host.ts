import { isIP } from "node:net";
import { findSlugOfDomain, originOfDomain } from "@plugboard/content";
import type { Platform } from "@plugboard/platform";
import { hostsOf } from "../http/hosts-of.ts";
import type { SiteOfHost } from "./site-address.ts";

/** Finds the site whose verified domain is a request's host. Runs a statement only if the host can be a site's domain. */
export type FindSiteOfHost = (host: string) => Promise<SiteOfHost | undefined>;

const hostname = /^(?=.{1,253}(?::\d+)?$)((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63})(?::\d{1,5})?$/;

/** Creates the function that finds the site of a `Host` header. */
export function createSiteFinder(
  platform: Pick<Platform, "db" | "urls">,
  isOwnHost: (host: string) => boolean,
): FindSiteOfHost {
  return async (header) => {
    const host = header.toLowerCase();
    const domain = hostname.exec(host)?.[1];
    if (domain === undefined || isIP(domain) !== 0 || isOwnHost(host)) return undefined;
    if (!hostsOf(originOfDomain(platform.urls, domain)).includes(host)) return undefined;
    const slug = await findSlugOfDomain(platform, domain);
    return slug === undefined ? undefined : { domain, slug };
  };
}
