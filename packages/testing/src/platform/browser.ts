import type { Network } from "./network.ts";

/** Where a browser arrived. */
export interface BrowserPage {
  readonly url: URL;
  readonly response: Response;
}

/** A browser without a screen: it follows redirects and keeps cookies, each for the host and path it was set for. */
export interface Browser {
  /**
   * Opens an address, or sends a form in a request, and follows redirects.
   *
   * @param stopAt - ends before this address is asked for; the page is then the redirect that leads there
   */
  open(start: string | Request, stopAt?: (url: URL) => boolean): Promise<BrowserPage>;
  /** The `Cookie` header it would send to an address. */
  cookieHeader(url: string): string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly isSecure: boolean;
}

const maxRedirects = 20;

/** Makes a browser that reaches nothing but the network given. */
export function createBrowser(network: Network): Browser {
  const cookies = new Map<string, Cookie>();

  const headerFor = (url: URL) =>
    [...cookies.values()]
      .filter((cookie) => isSentTo(cookie, url))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");

  function keepCookies(url: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const { cookie, isOver } = parseSetCookie(url, line);
      const key = JSON.stringify([cookie.host, cookie.path, cookie.name]);
      if (isOver) cookies.delete(key);
      else if (isAllowed(cookie, url)) cookies.set(key, cookie);
    }
  }

  return {
    cookieHeader: (url) => headerFor(new URL(url)),
    open: async (start, stopAt = () => false) => {
      let next = new Request(start);
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const url = new URL(next.url);
        const cookie = headerFor(url);
        if (cookie !== "") next.headers.set("cookie", cookie);
        const response = await network(new Request(next, { redirect: "manual" }));
        keepCookies(url, response);
        const location = response.headers.get("location");
        if (location === null) return { url, response };
        const target = new URL(location, url);
        if (stopAt(target)) return { url: target, response };
        next = new Request(target);
      }
      throw new TypeError(`${next.url} redirects without an end.`);
    },
  };
}

function parseSetCookie(url: URL, line: string): { readonly cookie: Cookie; readonly isOver: boolean } {
  const [pair = "", ...rest] = line.split(";").map((part) => part.trim());
  const attributes = new Map(
    rest.map((part) => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.toLowerCase(), value] as const;
    }),
  );
  const separator = pair.indexOf("=");
  const cookie = {
    name: pair.slice(0, separator),
    value: pair.slice(separator + 1),
    host: url.hostname,
    path: attributes.get("path") ?? "/",
    isSecure: attributes.has("secure"),
  };
  return { cookie, isOver: Number(attributes.get("max-age") ?? 1) <= 0 };
}

/** The rules of RFC 6265bis for the prefixes of cookie names. */
function isAllowed({ name, path, isSecure }: Cookie, url: URL): boolean {
  if (isSecure && url.protocol !== "https:") return false;
  if (name.startsWith("__Host-")) return isSecure && path === "/";
  return isSecure || !name.startsWith("__Secure-");
}

function isSentTo({ host, path, isSecure }: Cookie, url: URL): boolean {
  const below = path.endsWith("/") ? path : `${path}/`;
  const isBelow = url.pathname === path || url.pathname.startsWith(below);
  return host === url.hostname && isBelow && (!isSecure || url.protocol === "https:");
}
