import { type ApiClient, createApiClient } from "@plugboard/api/client";
import type { ServerAccess } from "./choose-server.ts";

/** A server that a command talks to. */
export interface Server extends ServerAccess {
  readonly api: ApiClient;
}

/** A server with a client of its API. */
export function connect(access: ServerAccess, fetch?: typeof globalThis.fetch): Server {
  // Publishing waits for the integration to start and to describe itself.
  const timeoutMilliseconds = 30_000;
  const endpoint = `${access.origin}/v1`;
  return { ...access, api: createApiClient({ endpoint, token: access.token, fetch, timeoutMilliseconds }) };
}
