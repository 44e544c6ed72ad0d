import type { EventBase } from "@plugboard/api";
import type { ContentScope } from "./content-scopes.ts";

/**
 * A site page loads the integration's script. The response is the script itself. It is cached according to
 * its `Cache-Control`, and requested again for each version of the integration and its settings.
 */
export interface FetchPublishedScriptEvent extends EventBase {
  readonly type: "fetch_published_script";
  readonly siteId: string;
}

/**
 * A visitor requests a restricted site whose visitors the integration authenticates. The response redirects
 * to a sign-in page, or back to the site with a signed token.
 */
export interface FetchVisitorAuthenticationEvent extends EventBase {
  readonly type: "fetch_visitor_authentication";
  readonly siteId: string;
  /** The requested path and query, relative to the site. Pass it back with the token. */
  readonly location: string;
  /**
   * `logout` if the visitor signed out of the site; the integration can also sign them out of the provider.
   */
  readonly action: "login" | "logout";
}

/** The requests of sites to integrations, by name. */
export interface ContentRequestMap {
  /** Returns the script that the pages of a site load. Requires the scope `site:script:inject`. */
  readonly fetch_published_script: FetchPublishedScriptEvent;
  /**
   * Returns a redirect to the sign-in of a site with restricted access. Requires the scope
   * `site:visitor:auth`.
   */
  readonly fetch_visitor_authentication: FetchVisitorAuthenticationEvent;
}

/** The scope required to respond to each request. */
export const requestScopes = {
  fetch_published_script: "site:script:inject",
  fetch_visitor_authentication: "site:visitor:auth",
} as const satisfies Readonly<Record<keyof ContentRequestMap, ContentScope>>;
