import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { type Network, visitorAddress } from "./client-address.ts";

/** Writes a line of the log. */
export type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** What is logged of requests. */
export interface RequestLogOptions {
  readonly log: Log;
  /** Whether every request is logged, or only who signs in. */
  readonly isAccessLogged: boolean;
  readonly trustedProxies: readonly Network[];
  readonly isSignIn: (method: string, path: string) => boolean;
}

/** Logs a line for each request that was responded to, without query and headers: both may hold what is nobody's business. */
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
