import type { MiddlewareHandler } from "hono";
import type { PlatformUrls } from "@plugboard/platform";

const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src http: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Keeps the console's pages from being framed or made to run what is not theirs. */
export function createSecurityHeaders({ sites }: PlatformUrls): MiddlewareHandler {
  // The form that starts to connect an account goes to a public endpoint.
  const policy = [...consolePolicy, `form-action 'self' ${sites}`].join("; ");
  return async (context, next) => {
    await next();
    context.header("content-security-policy", policy);
    context.header("x-content-type-options", "nosniff");
    // A browser that may not name the origin would not name it with that form either, which is taken from the console only.
    context.header("referrer-policy", "strict-origin");
  };
}

/** Answers of the API may hold secrets and are never up to date for long. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("cache-control", "no-store");
};
