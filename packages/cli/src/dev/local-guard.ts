/** The origins of the development server. The dev page has its own origin, so that site scripts can't read its key. */
interface LocalOrigins {
  /** The origin of the dev page. */
  readonly pages: string;
  /** The origin of the sites, on the same port. */
  readonly sites: string;
}

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Creates the guard of the development server, which returns the response to a rejected request. Only loopback names are
 * accepted as host, so that a website can't reach the server through its own DNS name. Changes requested by pages of
 * other origins are rejected, except at public endpoints. The dev page and the sites are redirected to their own origins.
 */
export function createLocalGuard({ pages, sites }: LocalOrigins): (request: Request) => Response | undefined {
  const { port } = new URL(pages);
  const local = ["127.0.0.1", "localhost", "[::1]"].map((name) => new URL(`http://${name}:${port}`));
  const hosts = new Set(local.map(({ host }) => host));
  const origins = new Set(local.map(({ origin }) => origin));
  return (request) => {
    const host = request.headers.get("host") ?? "";
    if (!hosts.has(host)) return new Response(`Open this server at ${pages}.\n`, { status: 421 });
    const { pathname, search } = new URL(request.url);
    // Integrations respond to any website here.
    if (pathname.startsWith("/integrations/")) return undefined;
    const from = request.headers.get("origin");
    if (from !== null && !origins.has(from) && !safeMethods.has(request.method))
      return new Response(`Pages of ${from} can't change anything here.\n`, { status: 403 });
    if (pathname.startsWith("/v1/")) return undefined;
    const expected = pathname.startsWith("/sites/") ? sites : pages;
    if (new URL(expected).host === host) return undefined;
    return new Response(null, { status: 307, headers: { location: `${expected}${pathname}${search}` } });
  };
}
