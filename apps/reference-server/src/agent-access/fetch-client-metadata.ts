import type { ClientMetadataResourceFetch } from "@better-auth/oauth-provider";
import { createGuardedClient, type GuardedClientOptions } from "@plugboard/webhook-delivery";

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Fetches the metadata documents of agents. */
export interface ClientMetadataClient {
  readonly fetch: ClientMetadataResourceFetch;
  readonly close: () => Promise<void>;
}

/**
 * Creates a client for the metadata documents of agents. Anyone can name a document's URL, so it only connects to
 * public addresses and follows no redirects.
 */
export function createClientMetadataClient(options: GuardedClientOptions = {}): ClientMetadataClient {
  const client = createGuardedClient({ ...options, userAgent: "Plugboard" });
  return {
    fetch: async (input, init) => {
      const { url, method, headers } = new Request(input, init);
      if (method !== "GET") throw new Error("Metadata documents are only read.");
      const { result, response } = await client.get(
        { url, headers: Object.fromEntries(headers) },
        { signal: init?.signal ?? undefined },
      );
      if (response?.isComplete !== true)
        throw new Error(result.errorMessage ?? `The document at ${url} is too large.`);
      const body = statusesWithoutBody.has(response.status) ? null : new Uint8Array(response.body);
      const received = new Headers();
      // Node.js has already decompressed the body.
      for (const [name, value] of Object.entries(response.headers))
        if (name !== "content-encoding" && name !== "content-length")
          for (const each of [value].flat()) if (each !== undefined) received.append(name, each);
      return new Response(body, { status: response.status, headers: received });
    },
    close: async () => await client.close(),
  };
}
