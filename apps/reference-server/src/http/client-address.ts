import type { HttpBindings } from "@hono/node-server";
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: the first one and the prefix length. */
export type Network = readonly [Address, number];

/** The origin of a request. */
export interface RequestOrigin {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The `X-Forwarded-For` header. Each proxy appends its caller's address. */
  readonly forwardedFor: string | undefined;
}

/** Parses a network such as `10.0.0.0/8`, or a single address. Returns `undefined` for other text. */
export function readNetwork(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = readAddress(text);
  return address === undefined ? undefined : [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Formats a network in CIDR notation. */
export function writeNetwork([first, prefixLength]: Network): string {
  return `${first.toString()}/${prefixLength}`;
}

/** Returns whether an address is a loopback address. */
export function isLoopback(address: string | undefined): boolean {
  return readAddress(address)?.range() === "loopback";
}

/**
 * Returns the caller's address: the last one in the chain that is not a trusted proxy's. Callers can put
 * anything at the beginning of the header, so everything before an untrusted or invalid address is ignored.
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

/** Parses an address with or without a port. An IPv4 address in IPv6 notation becomes that IPv4 address. */
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
 * Copies the address from a vendor-specific header such as `CF-Connecting-IP` to `X-Forwarded-For`. Only
 * trusted proxies can set it; requests from others keep both headers, and neither is used.
 */
export function applyAddressHeader(
  { rawHeaders, headers, socket }: Pick<IncomingMessage, "rawHeaders" | "headers" | "socket">,
  header: string,
  trusted: readonly Network[],
): void {
  const peer = readAddress(socket.remoteAddress);
  const vendorValue = headers[header.toLowerCase()];
  if (peer === undefined || !trusted.some((network) => contains(network, peer))) return;
  if (typeof vendorValue !== "string" || readAddress(vendorValue) === undefined) return;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === forwardedHeader) rawHeaders.splice(index, 2);
  rawHeaders.push(forwardedHeader, vendorValue);
  headers[forwardedHeader] = vendorValue;
}

const forwardedHeader = "x-forwarded-for";

/** Returns the visitor's address as reported by the trusted proxies. */
export function visitorAddress(
  { env, req }: Pick<Context<{ Bindings: HttpBindings }>, "env" | "req">,
  trustedProxies: readonly Network[],
): string {
  const peer = env.incoming.socket.remoteAddress;
  return clientAddress({ peer, forwardedFor: req.header("x-forwarded-for") }, trustedProxies);
}

/** Returns whether a request comes from this machine or a trusted proxy, which didn't forward it for a client. */
export function isProxyItself(
  { env, req }: Pick<Context<{ Bindings: HttpBindings }>, "env" | "req">,
  trustedProxies: readonly Network[],
): boolean {
  const forwarded = req.header(forwardedHeader) ?? req.header("forwarded");
  const peer = readAddress(env.incoming.socket.remoteAddress);
  if (forwarded !== undefined || peer === undefined) return false;
  return peer.range() === "loopback" || trustedProxies.some((network) => contains(network, peer));
}
