/** Where the platform's API is, which scripts may call although it is on a private network. */
export interface ApiOrigin {
  /** `http://127.0.0.1:4000` */
  readonly origin: string;
  /** `/v1`: only what lies below it may be called. */
  readonly pathPrefix: string;
}

/** Whether a request goes to the platform's API. */
export function isApiUrl(url: URL, apiOrigins: readonly ApiOrigin[]): boolean {
  const segments = url.pathname.split("/").map(decodeSegment);
  // The URL parser has resolved plain dots. A server that decodes before it resolves must not be led elsewhere.
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
