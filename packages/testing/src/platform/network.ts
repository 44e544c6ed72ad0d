import { AsyncLocalStorage } from "node:async_hooks";
import { orAborted } from "./or-aborted.ts";

/** Responds to a request instead of the network. */
export type Network = (request: Request) => Promise<Response>;

const networks = new AsyncLocalStorage<Network | undefined>();
const replacements = new WeakSet<typeof fetch>();
const maxRedirects = 20;
/**
 * Signals reference their requests weakly: a request held only by its signal would be collected and never
 * settle.
 */
const requestsInFlight = new Set<Request>();

/**
 * Runs an action whose `fetch` calls, including those of everything it starts, go to the given network.
 * Concurrent code keeps its own `fetch`, so tests can run in parallel.
 */
export async function withNetwork<Result>(network: Network, action: () => Promise<Result>): Promise<Result> {
  replaceFetch();
  return networks.run(network, action);
}

function replaceFetch(): void {
  if (replacements.has(globalThis.fetch)) return;
  const original = globalThis.fetch;
  const replacement: typeof fetch = async (input, init) => {
    const network = networks.getStore();
    if (network === undefined) return original(input, init);
    const request = new Request(input, init);
    requestsInFlight.add(request);
    return followRedirects(network, request).finally(() => requestsInFlight.delete(request));
  };
  replacements.add(replacement);
  globalThis.fetch = replacement;
}

/** Follows redirects as in the Fetch standard, as far as it applies to in-memory requests. */
async function followRedirects(network: Network, request: Request): Promise<Response> {
  let current = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const next = current.clone();
    // Services use the real fetch, because they are not the integration.
    const pending = networks.run(undefined, () => network(current));
    const response = await orAborted(pending, request.signal);
    const location = response.headers.get("location");
    if (
      response.status < 300 ||
      response.status > 399 ||
      location === null ||
      request.redirect === "manual"
    ) {
      return response;
    }
    if (request.redirect === "error") break;
    const url = new URL(location, current.url);
    current = keepsMethod(response.status, current.method)
      ? new Request(url, next)
      : new Request(url, { headers: next.headers });
  }
  throw new TypeError("fetch failed: too many redirects, or redirects are disabled");
}

function keepsMethod(status: number, method: string): boolean {
  return status === 307 || status === 308 || method === "GET" || method === "HEAD";
}
