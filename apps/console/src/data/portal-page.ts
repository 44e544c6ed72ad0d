import { portalOrganization } from "./embedded-page.ts";

/**
 * Whether this page is the portal. It can run in another site's frame and doesn't use the browser's session.
 */
export const isPortalPage: boolean = portalOrganization !== undefined;

/**
 * The path of the portal's pages, such as `/portal/org_1`. The server reads the organization from it, since it
 * never sees the token.
 */
export const portalBase: string =
  portalOrganization === undefined ? "/portal" : `/portal/${portalOrganization}`;

/** The token of the portal session, read from the link and then kept for the lifetime of the tab. */
export const portalToken: string = isPortalPage ? takeToken() : "";

function takeToken(): string {
  // One key per organization: a page that may frame one organization's portal must not use another's session.
  const storageKey = `plugboard-portal-token ${portalBase}`;
  const given = location.hash.slice(1);
  if (given !== "") {
    sessionStorage.setItem(storageKey, given);
    // Keeps the token out of the tab's history.
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given === "" ? (sessionStorage.getItem(storageKey) ?? "") : given;
}
