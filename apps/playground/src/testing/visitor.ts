/** An HTTP client that stores cookies by host and path, and follows redirects. */
export interface Visitor {
  /**
   * Returns the last response and its URL.
   *
   * @param form - posted from a page of `origin`, which defaults to the URL's origin
   * @throws Error after too many redirects
   */
  readonly open: (
    url: string,
    form?: Readonly<Record<string, string>>,
    origin?: string,
  ) => Promise<{ readonly url: string; readonly status: number; readonly text: string }>;
}

const maxRedirects = 20;

/** Creates a visitor without cookies. */
export function createVisitor(): Visitor {
  const cookies = new Map<string, { readonly pair: string; readonly host: string; readonly path: string }>();

  function cookieHeader({ host, pathname }: URL): string {
    const fitting = [...cookies.values()].filter(
      (cookie) => cookie.host === host && pathname.startsWith(cookie.path),
    );
    return fitting.map(({ pair }) => pair).join("; ");
  }

  function keep(header: string, { host, pathname }: URL): void {
    const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
    const path = attributes.find((text) => /^path=/i.test(text))?.slice("path=".length);
    const own = pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")));
    const [name = ""] = pair.split("=");
    cookies.set(`${name} ${host} ${path ?? own}`, { pair, host, path: path ?? own });
  }

  return {
    open: async (first, form, origin = new URL(first).origin) => {
      let url = new URL(first);
      let body = form === undefined ? null : new URLSearchParams(form);
      for (let count = 0; count < maxRedirects; count += 1) {
        const response = await fetch(url, {
          method: body === null ? "GET" : "POST",
          body,
          redirect: "manual",
          headers: { cookie: cookieHeader(url), ...(body !== null && { origin }), "user-agent": "visitor" },
        });
        for (const header of response.headers.getSetCookie()) keep(header, url);
        const location = response.headers.get("location");
        if (location === null) return { url: url.href, status: response.status, text: await response.text() };
        await response.body?.cancel();
        url = new URL(location, url);
        body = null;
      }
      throw new Error(`${first} redirects endlessly, last to ${url.href}`);
    },
  };
}
