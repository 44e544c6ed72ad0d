import type { HttpBindings } from "@hono/node-server";
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its first one and the length of its prefix. */
export type Network = readonly [Address, number];

/** Where a request came from, as far as it says. */
export interface RequestOrigin {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The `X-Forwarded-For` header: each proxy adds at the end whom it was called by. */
  readonly forwardedFor: string | undefined;
}

/** A network such as `10.0.0.0/8`, or a single address; `undefined` when the text is neither. */
export function readNetwork(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = readAddress(text);
  return address === undefined ? undefined : [address, address.kind() === "ipv4" ? 32 : 128];
}

/** A network in CIDR notation. */
export function writeNetwork([first, prefixLength]: Network): string {
  return `${first.toString()}/${prefixLength}`;
}

/** Whether an address is one that only this machine has. */
export function isLoopback(address: string | undefined): boolean {
  return readAddress(address)?.range() === "loopback";
}

/**
 * The address of whoever made a request: the last one in the chain that is no trusted proxy's. Anybody can write what they
 * like at the beginning of the header, so nothing counts that comes before an address which is not trusted, or is none.
 *
 * Source: RFC 7239, section 8.1, for the header that proxies use in practice.
 */
export function clientAddress({ peer, forwardedFor }: RequestOrigin, trusted: readonly Network[]): string {
  const nearestFirst = [...(forwardedFor?.split(",") ?? []), peer].toReversed();
  let nearest = "";
  for (const text of nearestFirst) {
    const address = readAddress(text);
    if (address === undefined) return nearest;
    nearest = address.toString();
    if (!trusted.some((network) => contains(network, address))) return nearest;
  }
  return nearest;
}

/** An address, with or without a port; an IPv4 address in IPv6 notation is that IPv4 address. */
function readAddress(text = ""): Address | undefined {
  const address = withoutPort(text.trim());
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

function withoutPort(text: string): string {
  if (text.startsWith("[")) return text.slice(1, text.indexOf("]"));
  const [address = "", port, ...more] = text.split(":");
  return port !== undefined && more.length === 0 ? address : text;
}

function contains([first, prefixLength]: Network, address: Address): boolean {
  return first.kind() === address.kind() && address.match(first, prefixLength);
}

/**
 * Puts the address that a vendor's proxy names in a header of its own, as `CF-Connecting-IP`, in the place of `X-Forwarded-For`.
 * Only a trusted proxy's word counts: from anybody else both stay as they are, and neither is believed.
 */
export function applyAddressHeader(
  { rawHeaders, headers, socket }: Pick<IncomingMessage, "rawHeaders" | "headers" | "socket">,
  header: string,
  trusted: readonly Network[],
): void {
  const peer = readAddress(socket.remoteAddress);
  const named = headers[header.toLowerCase()];
  if (peer === undefined || !trusted.some((network) => contains(network, peer))) return;
  if (typeof named !== "string" || readAddress(named) === undefined) return;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === forwardedHeader) rawHeaders.splice(index, 2);
  rawHeaders.push(forwardedHeader, named);
  headers[forwardedHeader] = named;
}

const forwardedHeader = "x-forwarded-for";

/** The address of the visitor who made a request, as far as the trusted proxies let it be known. */
export function visitorAddress(
  { env, req }: Context<{ Bindings: HttpBindings }>,
  trustedProxies: readonly Network[],
): string {
  const peer = env.incoming.socket.remoteAddress;
  return clientAddress({ peer, forwardedFor: req.header("x-forwarded-for") }, trustedProxies);
}
