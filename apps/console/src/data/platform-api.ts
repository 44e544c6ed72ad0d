import { type ApiClient, createApiClient } from "@plugboard/api/client";

// Longer than the platform waits for an integration that renders or lists options.
const timeoutMilliseconds = 30_000;

/** The platform's HTTP API, called with the session of this browser. */
export const api: ApiClient = createApiClient({ endpoint: "/v1", session: true, timeoutMilliseconds });
