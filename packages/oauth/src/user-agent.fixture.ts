interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
}

/** A browser without a screen: it keeps cookies by host and path, follows redirects, and submits forms. */
export interface UserAgent {
  /** Opens an address and follows redirects until one leads to an address that `stop` knows, or there are none. */
  open(
    url: string,
    stop?: (url: URL) => boolean,
  ): Promise<{ readonly url: URL; readonly response: Response }>;
  /** Sends a form, then goes on as `open` does. */
  submit(
    url: string,
    fields: Readonly<Record<string, string>>,
    stop?: (url: URL) => boolean,
  ): Promise<{ readonly url: URL; readonly response: Response }>;
}

export function createUserAgent(): UserAgent {
  const cookies = new Map<string, StoredCookie>();

  function keep(url: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? "/";
      const key = JSON.stringify([url.hostname, path, name]);
      if (value === "" || attributes.some((part) => /^max-age=0$/i.test(part))) cookies.delete(key);
      else cookies.set(key, { name, value, host: url.hostname, path });
    }
  }

  function cookieHeader(url: URL): string {
    return [...cookies.values()]
      .filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  async function visit(start: string, init: RequestInit, stop: (url: URL) => boolean) {
    let url = new URL(start);
    let request = init;
    for (;;) {
      const response = await fetch(url, {
        ...request,
        redirect: "manual",
        headers: { cookie: cookieHeader(url) },
      });
      keep(url, response);
      const location = response.headers.get("location");
      if (location === null) return { url, response };
      url = new URL(location, url);
      if (stop(url)) return { url, response };
      request = {};
    }
  }

  return {
    open: (url, stop = () => false) => visit(url, {}, stop),
    submit: (url, fields, stop = () => false) =>
      visit(url, { method: "POST", body: new URLSearchParams(fields) }, stop),
  };
}
