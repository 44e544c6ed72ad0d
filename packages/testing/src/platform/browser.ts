import type { Network } from "./network.ts";

/** A loaded page. */
export interface BrowserPage {
  readonly url: URL;
  readonly response: Response;
}

/** A headless browser: follows redirects and stores cookies by host and path. */
export interface Browser {
  /**
   * Opens a URL, or sends a request such as a form, and follows redirects.
   *
   * @param stopAt - stops before requesting this URL; the page is then the redirect to it
   */
  open(start: string | Request, stopAt?: (url: URL) => boolean): Promise<BrowserPage>;
  /** Returns the `Cookie` header for a URL. */
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

/** Creates a browser that reaches only the given network. */
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
      throw new TypeError(`${next.url} redirects too many times.`);
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

/** Checks the cookie name prefixes of RFC 6265bis. */
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
