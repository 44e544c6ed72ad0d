/** Whether this is the portal's page: it may be in somebody else's frame, and has nothing to do with the session of this browser. */
export const isPortalPage = /^\/portal(\/|$)/.test(location.pathname);

const storageKey = "plugboard-portal-token";

/** The token of the portal's session: from the link that opened the page, and after that for as long as the tab is open. */
export const portalToken: string = isPortalPage ? takeToken() : "";

function takeToken(): string {
  const given = location.hash.slice(1);
  if (given !== "") {
    sessionStorage.setItem(storageKey, given);
    // It should not be in what the browser remembers of the tab.
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given === "" ? (sessionStorage.getItem(storageKey) ?? "") : given;
}
