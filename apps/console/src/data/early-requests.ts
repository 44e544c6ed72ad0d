// Works without React and the API client, which load later.

const maxMilliseconds = 30_000;
const responses = new Map<string, Promise<Response>>();
setTimeout(forgetEarlyRequests, maxMilliseconds);

/** Requests a URL of the API. The API client takes the response when it makes the same request. */
export async function requestEarly(url: string): Promise<Response> {
  const response = fetch(url, { signal: AbortSignal.timeout(maxMilliseconds) });
  responses.set(url, response);
  return (await response).clone();
}

/** Forgets the responses, because another user can sign in. */
export function forgetEarlyRequests(): void {
  responses.clear();
}

/** A `fetch` that uses the response to an early request once. A change makes all of them outdated. */
export async function fetchAfterEarly(input: URL | RequestInfo, init?: RequestInit): Promise<Response> {
  if (init?.method !== "GET") forgetEarlyRequests();
  const url = input instanceof Request ? input.url : String(input);
  const early = responses.get(url);
  responses.delete(url);
  const response = await early?.catch(() => undefined);
  return response?.ok === true ? response : await fetch(input, init);
}
