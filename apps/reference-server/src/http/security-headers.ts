import type { MiddlewareHandler } from "hono";

const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src http: https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Keeps the console's pages from being framed or made to run what is not theirs. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("content-security-policy", consolePolicy);
  context.header("x-content-type-options", "nosniff");
  context.header("referrer-policy", "no-referrer");
};

/** Answers of the API may hold secrets and are never up to date for long. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("cache-control", "no-store");
};
