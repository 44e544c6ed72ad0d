import type { FetchEvent } from "@plugboard/api";
import { badEnvelope } from "./envelope/bad-envelope.ts";

/**
 * Makes the request that a `fetch` event tells of, with its body as it was received. A `GET` or `HEAD` has none: the
 * Fetch standard does not allow it.
 *
 * @throws {IntegrationError} 400 when method, URL or headers cannot be those of a request.
 */
export function toRequest({ request }: FetchEvent, body: Uint8Array<ArrayBuffer> | undefined): Request {
  const { method, url } = request;
  const takesBody = method !== "GET" && method !== "HEAD";
  try {
    const headers = request.headers.map(([name, value]): [string, string] => [name, value]);
    return new Request(url, { method, headers, body: (takesBody && body) || null });
  } catch (error) {
    return badEnvelope(`event.request is no request, ${String(error)}`);
  }
}
