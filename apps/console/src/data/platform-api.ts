import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { isPortalPage, portalToken } from "./portal-page.ts";

// Longer than the platform's timeout for an integration that renders or lists options.
const timeoutMilliseconds = 30_000;

/** The API client, authenticated by the browser's session or, in the portal, by the token of its link. */
export const api: ApiClient = createApiClient({
  endpoint: "/v1",
  timeoutMilliseconds,
  ...(isPortalPage ? { token: portalToken } : { session: true }),
});
