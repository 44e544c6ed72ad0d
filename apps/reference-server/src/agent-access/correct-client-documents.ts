import type { ClientMetadataResourceFetch } from "@better-auth/oauth-provider";
import * as z from "zod";

/** The shortest time for which a document is used, in seconds. One sign-in needs it several times. */
const minFreshSeconds = 60;

const documentSchema = z.looseObject({ scope: z.unknown() });
const notCached = /no-store|no-cache|private/i;

/**
 * Corrects the metadata documents of agents. Documents that can't be cached would be fetched several times within a
 * second, which the provider refuses. Their scopes are for all servers; people choose the scopes on this one.
 */
export function correctClientDocuments(fetch: ClientMetadataResourceFetch): ClientMetadataResourceFetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { status } = response;
    const headers = toCacheableHeaders(response.headers);
    const text = await response.text();
    if (text === "") return new Response(null, { status, headers });
    return new Response(withoutScope(text), { status, headers });
  };
}

function toCacheableHeaders(received: Headers): Headers {
  const headers = new Headers(received);
  const directives = headers.get("cache-control") ?? "";
  if (directives === "" && !headers.has("expires") && !headers.has("vary")) return headers;
  const [, maxAge = "0"] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(directives) ?? [];
  const remaining = notCached.test(directives) ? 0 : Number(maxAge) - Number(headers.get("age") ?? "0");
  for (const name of ["age", "date", "expires", "vary"]) headers.delete(name);
  headers.set("cache-control", `max-age=${Math.max(minFreshSeconds, remaining || 0)}`);
  return headers;
}

function withoutScope(text: string): string {
  try {
    const { scope: _scope, ...document } = documentSchema.parse(JSON.parse(text));
    return JSON.stringify(document);
  } catch {
    // The provider reports wrong documents.
    return text;
  }
}
