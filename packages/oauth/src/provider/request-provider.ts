import type { Fetch } from "../ports/oauth-ports.ts";
import { OAuthError } from "../common/oauth-error.ts";

/** A provider's response, read within the limits. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: string;
}

/** The maximum size of a decompressed response. Token responses are a few kilobytes at most. */
export const maxResponseBytes = 65_536;

/**
 * Sends a request with secrets to a provider. It doesn't follow redirects, applies one timeout to the
 * connection, headers and body, and reads at most {@link maxResponseBytes}.
 *
 * @throws OAuthError `provider_unreachable`, `provider_timeout`, `provider_redirected`, `response_too_large`
 */
export async function requestProvider(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  timeoutMilliseconds: number,
): Promise<ProviderResponse> {
  const controller = new AbortController();
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(failure("provider_timeout", `did not respond within ${timeoutMilliseconds} ms`));
    controller.abort();
  }, timeoutMilliseconds);
  try {
    const reading = readResponse(fetch, url, { ...init, redirect: "manual", signal: controller.signal });
    return await Promise.race([reading, deadline]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

async function readResponse(fetch: Fetch, url: string, init: RequestInit): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, init);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      throw failure("provider_redirected", "responded with a redirect, which is never followed with secrets");
    }
    return { status: response.status, body: await readBody(response) };
  } catch (error) {
    if (error instanceof OAuthError) throw error;
    throw failure("provider_unreachable", "could not be reached, or closed the connection");
  }
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Throwing out of the loop cancels the stream.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes)
      throw failure("response_too_large", `responded with over ${maxResponseBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

type RequestFailure =
  | "provider_unreachable"
  | "provider_timeout"
  | "provider_redirected"
  | "response_too_large";

function failure(code: RequestFailure, problem: string): OAuthError {
  return new OAuthError(code, `The OAuth provider ${problem}.`);
}
