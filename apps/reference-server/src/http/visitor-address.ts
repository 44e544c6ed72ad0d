import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { clientAddress, type Network } from "./client-address.ts";

/** The address of the visitor who made a request, as far as the trusted proxies let it be known. */
export function visitorAddress(
  { env, req }: Context<{ Bindings: HttpBindings }>,
  trustedProxies: readonly Network[],
): string {
  const peer = env.incoming.socket.remoteAddress;
  return clientAddress({ peer, forwardedFor: req.header("x-forwarded-for") }, trustedProxies);
}
