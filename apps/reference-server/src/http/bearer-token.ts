import type { Context } from "hono";

/** The token that a request carries in its `Authorization` header. Source: RFC 6750, section 2.1. */
export function bearerTokenOf(context: Context): string | undefined {
  const [scheme, token] = (context.req.header("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
