import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const preflightSeconds = 600;
const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether an origin is a program's page on the visitor's own computer. */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url?.protocol === "http:" && loopbackHosts.has(url.hostname);
}

/**
 * Lets agents that run in a browser on the visitor's computer, such as MCP Inspector, call with a bearer token.
 * Credentials are not allowed, so browsers don't send sessions.
 */
export const shareWithLocalPages: MiddlewareHandler = cors({
  origin: (origin) => (isLocalOrigin(origin) ? origin : null),
  allowMethods: ["GET", "POST"],
  allowHeaders: ["authorization", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version"],
  exposeHeaders: ["www-authenticate", "retry-after"],
  maxAge: preflightSeconds,
});
