/** Returns the token of the `Authorization` header. Source: RFC 6750, section 2.1. */
export function bearerTokenOf(headers: Headers): string | undefined {
  const [scheme, token] = (headers.get("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
