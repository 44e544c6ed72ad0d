import type { JsonObject } from "@plugboard/api";
import * as z from "zod";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import {
  getClaimsSchema,
  listVisitorSecrets,
  readVisitorToken,
  selectClaims,
  type Site,
  type VisitorTokenRefusal,
} from "@plugboard/content";
import { dispatchRequest, type Platform, PlatformError, type EncryptedTokens } from "@plugboard/platform";
import type { LocatedSite } from "./enter-site.ts";
import { cookieOptionsOf, type SiteAddress, type SiteContext } from "./site-address.ts";

/** A reader of a site. */
export interface SiteVisitor {
  /** The visitor's claims; `undefined` on a public site. */
  readonly claims?: JsonObject | undefined;
}

/**
 * Admits visitors to restricted sites after an integration has signed them in. Programs send the visitor's token with
 * each request as a bearer token.
 */
export interface VisitorGate {
  /** Returns the visitor, or a redirect: to the sign-in, or to the same page without the token in its URL. */
  readonly enter: (c: SiteContext, located: LocatedSite) => Promise<Response | SiteVisitor>;
  /** Ends the visitor's session and redirects to the integration's sign-out. */
  readonly leave: (c: SiteContext, located: LocatedSite) => Promise<Response>;
}

// Claims were JSON when they were encrypted.
const claimsSchema = z.custom<JsonObject>((value) => typeof value === "object" && value !== null);
const sessionCookie = "plugboard_visitor";
const tokenParameter = "jwt_token";
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const refusals: Readonly<Record<VisitorTokenRefusal, string>> = {
  expired: "Your sign-in has expired. Open the page again.",
  foreign: "This sign-in isn’t valid for this site. Open the page again.",
  no_expiry: "The sign-in has no expiry time, which this site requires. Contact the owner of the site.",
  too_large: "The sign-in contains too much data for this site. Contact the owner of the site.",
};

/**
 * Creates the gate of all sites. `sessions` encrypts visitor sessions into cookies that only this server can
 * read or create.
 */
export function createVisitorGate(platform: Platform, sessions: EncryptedTokens): VisitorGate {
  const audienceOf = ({ id }: Site, installation: string) => `visitor of ${id} by ${installation}`;
  const cookieOf = (address: SiteAddress) => ({ ...cookieOptionsOf(address), httpOnly: true });

  const identify = async (site: Site, installation: string, token: string) => {
    const secrets = await listVisitorSecrets(platform, site.id, installation);
    const identity = await readVisitorToken(token, secrets, platform.now());
    if (typeof identity === "string") throw new PlatformError("unauthorized", refusals[identity]);
    const claims = selectClaims(identity.claims, await getClaimsSchema(platform, site.id));
    return { claims, expiresAt: identity.expiresAt };
  };

  const acceptToken = async (c: SiteContext, located: LocatedSite, installation: string, token: string) => {
    const { site, origin } = located;
    const { claims, expiresAt } = await identify(site, installation, token);
    const maxAge = Math.max(1, Math.floor((expiresAt - platform.now()) / 1000));
    const session = await sessions.encrypt({ claims }, audienceOf(site, installation), maxAge);
    setCookie(c, sessionCookie, session.token, { ...cookieOf(located), maxAge });
    // The token in this page's URL would leak through the next page's referrer.
    return c.redirect(withoutToken(origin, c.req.url), 303);
  };

  return {
    enter: async (c, located) => {
      const { site, access, root } = located;
      if (access.audience === "everyone") return {};
      const { installation } = access;
      c.header("cache-control", "no-store");
      c.header("referrer-policy", "no-referrer");
      const token = c.req.query(tokenParameter);
      if (token !== undefined) return await acceptToken(c, located, installation, token);
      const [, bearer] = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
      if (bearer !== undefined)
        return { claims: claimsSchema.parse((await identify(site, installation, bearer)).claims) };
      const session = getCookie(c, sessionCookie);
      const existingSession =
        session !== undefined && (await sessions.decrypt(session, audienceOf(site, installation)));
      if (typeof existingSession === "object")
        return { claims: claimsSchema.parse(existingSession["claims"]) };
      const location = locationBelow(root, c.req.url);
      const target = await ask(platform, { site, installation, location, action: "login" });
      if (target !== undefined) return c.redirect(target, 303);
      throw new PlatformError(
        "integration_failed",
        "Sign-in to this site is temporarily unavailable. Try again later.",
      );
    },
    leave: async (c, { site, access, ...address }) => {
      deleteCookie(c, sessionCookie, cookieOf(address));
      c.header("cache-control", "no-store");
      const target =
        access.audience === "visitors"
          ? await ask(platform, { site, installation: access.installation, location: "", action: "logout" })
          : undefined;
      return c.redirect(target ?? `${address.origin}${address.root}/`, 303);
    },
  };
}

interface Question {
  readonly site: Site;
  readonly installation: string;
  readonly location: string;
  readonly action: "login" | "logout";
}

/** Returns the URL the integration sends the visitor to, or `undefined` if it returned none. */
async function ask(
  platform: Platform,
  { site, installation, location, action }: Question,
): Promise<string | undefined> {
  const { status, headers } = await dispatchRequest(platform, {
    type: "fetch_visitor_authentication",
    installationId: installation,
    siteId: site.id,
    location,
    action,
  });
  const target = headers.get("location");
  if (!redirects.has(status) || target === null || !URL.canParse(target)) return undefined;
  const { protocol, href } = new URL(target);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** Returns the path below the site, with its query, for the integration to return with the token. */
function locationBelow(root: string, url: string): string {
  const { pathname, search } = new URL(url);
  const rest = pathname.split("/").slice(root.split("/").length);
  return `${rest.join("/")}${search}`;
}

/** Returns the URL of the same page without the token, always on this origin. */
function withoutToken(origin: string, url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete(tokenParameter);
  const query = searchParams.toString();
  return `${origin}${pathname}${query === "" ? "" : `?${query}`}`;
}
