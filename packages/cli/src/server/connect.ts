import { type ApiClient, createApiClient } from "@plugboard/api/client";
import type { ServerAccess } from "./choose-server.ts";

/** A server with its API client. */
export interface Server extends ServerAccess {
  readonly api: ApiClient;
}

/** Creates the API client for a server. */
export function connect(access: ServerAccess, fetch?: typeof globalThis.fetch): Server {
  // Publishing waits for the integration to start and describe itself.
  const timeoutMilliseconds = 30_000;
  const endpoint = `${access.origin}/v1`;
  return { ...access, api: createApiClient({ endpoint, token: access.token, fetch, timeoutMilliseconds }) };
}
