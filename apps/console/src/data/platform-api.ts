import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { isPortalPage, portalToken } from "./portal-page.ts";

// Longer than the platform waits for an integration that renders or lists options.
const timeoutMilliseconds = 30_000;

/** The platform's HTTP API, called with the session of this browser; on the portal's page with the token of its link. */
export const api: ApiClient = createApiClient({
  endpoint: "/v1",
  timeoutMilliseconds,
  ...(isPortalPage ? { token: portalToken } : { session: true }),
});
