/** An origin of the platform's API, which scripts can call even on a private network. */
export interface ApiOrigin {
  /** For example `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** For example `/v1`. Only paths below it can be called. */
  readonly pathPrefix: string;
}

/** Returns whether a URL belongs to the platform's API. */
export function isApiUrl(url: URL, apiOrigins: readonly ApiOrigin[]): boolean {
  const segments = url.pathname.split("/").map(decodeSegment);
  // The URL parser has resolved plain dot segments. Reject encoded ones: a server that decodes before it
  // resolves would leave the prefix.
  if (
    segments.some(
      (segment) => segment === undefined || /^\.\.?$|[/\\]\.\.?([/\\]|$)|^\.\.?[/\\]/.test(segment),
    )
  ) {
    return false;
  }
  return apiOrigins.some(({ origin, pathPrefix }) => {
    const prefix = pathPrefix.replace(/\/+$/, "");
    return (
      url.origin === new URL(origin).origin &&
      (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))
    );
  });
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
