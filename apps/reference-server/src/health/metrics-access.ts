import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { AdminToken } from "../console/admin-token.ts";
import { loopbackHosts } from "../settings/hosts.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { isLoopback } from "../http/client-address.ts";

/** Returns whether a request can read the metrics. */
export type MetricsAccess = (c: Context<{ Bindings: HttpBindings }>) => boolean;

/**
 * Allows callers with the administrator token or the metrics token and, without a metrics token, callers on
 * this machine. A proxy on this machine forwards other clients' requests from the same address; it is
 * recognized by its header or by the forwarded host name.
 */
export function createMetricsAccess(
  adminToken: Pick<AdminToken, "matches">,
  metricsToken?: string,
): MetricsAccess {
  const expected = metricsToken === undefined ? undefined : hash(metricsToken);
  return (c) => {
    const token = bearerTokenOf(c.req.raw.headers);
    if (token === undefined) return isLocal(c);
    return adminToken.matches(token) || (expected !== undefined && timingSafeEqual(hash(token), expected));
  };
}

function isLocal({ env, req }: Context<{ Bindings: HttpBindings }>): boolean {
  const address = `http://${req.header("host") ?? ""}`;
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^\[(.*)\]$/, "$1") : "";
  const forwarded = req.header("x-forwarded-for") ?? req.header("forwarded");
  return isLoopback(env.incoming.socket.remoteAddress) && loopbackHosts.has(host) && forwarded === undefined;
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
