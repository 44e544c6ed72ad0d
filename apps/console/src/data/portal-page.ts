/**
 * Whether this page is the portal. It can run in another site's frame and doesn't use the browser's session.
 */
export const isPortalPage = /^\/portal(\/|$)/.test(location.pathname);

const storageKey = "plugboard-portal-token";

/** The token of the portal session, read from the link and then kept for the lifetime of the tab. */
export const portalToken: string = isPortalPage ? takeToken() : "";

function takeToken(): string {
  const given = location.hash.slice(1);
  if (given !== "") {
    sessionStorage.setItem(storageKey, given);
    // Keeps the token out of the tab's history.
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given === "" ? (sessionStorage.getItem(storageKey) ?? "") : given;
}
