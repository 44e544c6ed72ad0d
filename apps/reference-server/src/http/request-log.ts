import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { type Network, visitorAddress } from "./client-address.ts";

/** Writes a log line. */
export type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** Options for the request log. */
export interface RequestLogOptions {
  readonly log: Log;
  /** Logs all requests instead of sign-ins only. */
  readonly isAccessLogged: boolean;
  readonly trustedProxies: readonly Network[];
  readonly isSignIn: (method: string, path: string) => boolean;
}

/**
 * Creates a function that logs a line per request, without query and headers, which can contain personal data
 * and secrets.
 */
export function createRequestLog({
  log,
  isAccessLogged,
  trustedProxies,
  isSignIn,
}: RequestLogOptions): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c: Context<{ Bindings: HttpBindings }>, next) => {
    const start = performance.now();
    await next();
    const { method, path } = c.req;
    const signsIn = isSignIn(method, path);
    if (!isAccessLogged && !signsIn) return;
    const fields = {
      method,
      path,
      host: c.req.header("host"),
      status: c.res.status,
      milliseconds: Math.round(performance.now() - start),
      address: visitorAddress(c, trustedProxies),
      userAgent: c.req.header("user-agent"),
    };
    log(fields, signsIn ? "sign-in" : "request");
  };
}
