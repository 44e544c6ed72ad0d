/** The token that a request carries in its `Authorization` header. Source: RFC 6750, section 2.1. */
export function bearerTokenOf(request: Request): string | undefined {
  const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
