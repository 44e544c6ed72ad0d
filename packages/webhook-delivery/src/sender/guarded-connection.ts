import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { lookup as lookupHost } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { buildConnector } from "undici";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { ClientCertificate } from "../model/endpoint.ts";
import type { AttemptTimings } from "../model/attempt-result.ts";
import {
  type AddressGuard,
  type AddressGuardOptions,
  createAddressGuard,
  isEncrypted,
} from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";

/** Resolves a hostname to all its addresses. */
export type Lookup = (hostname: string) => Promise<readonly HostAddress[]>;

/** An address of a host and its family, 4 or 6. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The duration of each connection phase so far (ms). */
export type ConnectTimings = {
  -readonly [Phase in "dns" | "connect" | "tls"]?: NonNullable<AttemptTimings[Phase]>;
};

/**
 * Opens a connection to a guarded address.
 *
 * @param timings filled in phase by phase, so that a failure keeps the earlier phases
 * @param signal aborts the connection; the promise rejects with its reason
 * @throws {AttemptError} the guard's error, or `dns_failed`, `connection_refused`, `connection_failed`,
 * `tls_failed`
 */
export type OpenConnection = (
  target: buildConnector.Options,
  timings: ConnectTimings,
  signal: AbortSignal,
  certificate?: ClientCertificate,
) => Promise<Socket | TLSSocket>;

/** Options for outgoing connections. */
export interface EgressOptions {
  /**
   * An HTTP proxy for all connections, such as `http://user:password@egress.internal:3128`. It is asked to
   * CONNECT to the checked address, so the guard works behind it too.
   */
  readonly proxy?: string | undefined;
  /** The local address to connect from. */
  readonly localAddress?: string | undefined;
}

/**
 * Creates a function that opens connections and has its own TLS session cache.
 *
 * @throws {DeliveryError} `invalid_option` if the proxy isn't an http URL or the local address isn't an
 * address
 */
export function createGuardedOpener(
  guard: AddressGuard,
  lookup: Lookup = lookupAll,
  { proxy, localAddress }: EgressOptions = {},
): OpenConnection {
  const sharedTls = buildConnector({ allowH2: false, timeout: 0 });
  const egress = { proxy: proxy === undefined ? undefined : parseProxy(proxy), localAddress };
  if (localAddress !== undefined && isIP(localAddress) === 0) {
    throw new DeliveryError(
      "invalid_option",
      `localAddress is ${JSON.stringify(localAddress)}; it must be an address`,
    );
  }
  return (target, timings, signal, certificate) => {
    // Connections with a certificate have no session cache, so that a session is never resumed with another
    // certificate.
    const startTls = certificate === undefined ? sharedTls : buildConnector(toTlsOptions(certificate));
    return openConnection({ target, guard, lookup, startTls, egress, timings, signal });
  };
}

function toTlsOptions({
  certificate,
  privateKey,
  authorities,
}: ClientCertificate): buildConnector.BuildOptions {
  const own = { cert: certificate, key: privateKey, ...(authorities !== undefined && { ca: authorities }) };
  return { ...own, allowH2: false, timeout: 0, maxCachedSessions: 0 };
}

interface Proxy {
  readonly hostname: string;
  readonly port: number;
  readonly authorization: string | undefined;
}

function parseProxy(proxy: string): Proxy {
  const url = URL.parse(proxy);
  if (url?.protocol !== "http:") {
    throw new DeliveryError("invalid_option", "proxy must be a URL such as http://proxy.internal:3128");
  }
  const credentials = decodeCredentials(url);
  return {
    hostname: url.hostname.replaceAll(/^\[|\]$/g, ""),
    port: Number(url.port) || 80,
    authorization: credentials === ":" ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`,
  };
}

function decodeCredentials({ username, password }: URL): string {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch (cause) {
    throw new DeliveryError(
      "invalid_option",
      "proxy has a user name or a password with an invalid percent encoding; write a literal % as %25",
      { cause },
    );
  }
}

/** Options for `createGuardedConnector`: allowed addresses and timeout. */
export interface GuardedConnectorOptions extends AddressGuardOptions, EgressOptions {
  /** Timeout of DNS, connection and TLS together (ms). */
  readonly timeoutMilliseconds: number;
  /** Resolves hostnames. Defaults to the system's resolver. */
  readonly lookup?: Lookup | undefined;
}

/**
 * Creates a connector for undici clients, for proxies and other streams that `createGuardedClient` would
 * buffer in memory. If the guard blocks a connection, the request fails with an error whose `code` is an
 * {@link AttemptErrorCode}.
 *
 * @throws {DeliveryError} `invalid_option` if an allowed network isn't in CIDR notation
 *
 * @example
 * import { createGuardedConnector } from "@plugboard/webhook-delivery";
 * import { Agent } from "undici";
 *
 * const agent = new Agent({ connect: createGuardedConnector({ timeoutMilliseconds: 5_000 }) });
 * const { statusCode, body } = await agent.request({ origin: "https://example.com", path: "/", method: "GET" });
 * console.log(statusCode, await body.text());
 * await agent.close();
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { timeoutMilliseconds, lookup } = options;
  const open = createGuardedOpener(createAddressGuard(options), lookup, options);
  return (target, callback) => {
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      timeout.abort(new AttemptError("timeout", `No connection within ${timeoutMilliseconds} ms.`));
    }, timeoutMilliseconds);
    const handOver = (...result: Parameters<buildConnector.Callback>): void => {
      clearTimeout(timer);
      callback(...result);
    };
    open(target, {}, timeout.signal).then(
      (socket) => handOver(null, socket),
      (error: unknown) => handOver(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

function lookupAll(hostname: string): ReturnType<Lookup> {
  return lookupHost(hostname, { all: true });
}

interface OpenConnectionOptions {
  readonly target: buildConnector.Options;
  readonly guard: AddressGuard;
  readonly lookup: Lookup;
  readonly startTls: buildConnector.connector;
  readonly egress: { readonly proxy: Proxy | undefined; readonly localAddress: string | undefined };
  readonly timings: ConnectTimings;
  readonly signal: AbortSignal;
}

// The host is resolved once, every address is checked, and the connection goes to one of them, so a later DNS
// change has no effect.
async function openConnection(options: OpenConnectionOptions): Promise<Socket | TLSSocket> {
  const { target, guard, signal } = options;
  const { hostname, protocol } = target;
  try {
    const addresses = await resolveHost(options);
    signal.throwIfAborted();
    guard({ hostname, protocol, addresses: addresses.map(({ address }) => address) });
    return await openSocket(options, addresses);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

async function openSocket(
  options: OpenConnectionOptions,
  addresses: readonly HostAddress[],
): Promise<Socket | TLSSocket> {
  const { target, timings, signal, egress } = options;
  const { hostname, protocol } = target;
  const port = Number(target.port) || (protocol === "https:" ? 443 : 80);
  if (egress.proxy !== undefined) {
    const address = addresses[0]?.address ?? hostname;
    const tunnel = openTunnel(options, egress.proxy, { address, port });
    const socket = await timed(timings, "connect", tunnel);
    return await untilAborted(socket, signal, () => secure(options, socket));
  }
  const socket = connectTcp({
    host: hostname,
    port,
    ...(egress.localAddress !== undefined && { localAddress: egress.localAddress }),
    // Node.js requests all addresses and tries them in turn. It doesn't call `lookup` if the host is an
    // address.
    lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  });
  // The pool listens once it has the socket. Earlier errors are reported by the pending connection.
  socket.on("error", () => {});
  return await untilAborted(socket, signal, async () => {
    await timed(timings, "connect", whenConnected(socket, hostname));
    return await secure(options, socket);
  });
}

/**
 * Runs an action on a socket that is being opened. Aborting the signal destroys the socket, which ends the
 * action.
 */
async function untilAborted<T>(socket: Socket, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const giveUp = (): void => void socket.destroy(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

async function secure(options: OpenConnectionOptions, socket: Socket): Promise<Socket | TLSSocket> {
  const { target, timings } = options;
  return isEncrypted(target.protocol) ? await timed(timings, "tls", openTls(options, socket)) : socket;
}

/** Opens a tunnel through the proxy to an address. */
async function openTunnel(
  { target, egress, signal }: OpenConnectionOptions,
  { hostname, port, authorization }: Proxy,
  to: { readonly address: string; readonly port: number },
): Promise<Socket> {
  const path = `${isIP(to.address) === 6 ? `[${to.address}]` : to.address}:${to.port}`;
  const request = requestHttp({
    host: hostname,
    port,
    method: "CONNECT",
    path,
    agent: false,
    signal,
    headers: { host: path, ...(authorization !== undefined && { "proxy-authorization": authorization }) },
    ...(egress.localAddress !== undefined && { localAddress: egress.localAddress }),
  });
  const opened = new Promise<Socket>((resolve, reject) => {
    const refuse = (reason: string): void => {
      request.destroy();
      reject(
        new AttemptError(
          "connection_failed",
          `No connection to "${target.hostname}" through the proxy (${reason}).`,
        ),
      );
    };
    request.once("error", (error) => refuse(describe(error)));
    request.once("response", ({ statusCode }) => refuse(`it responded with ${statusCode}`));
    request.once("connect", ({ statusCode = 0 }, socket, head) => {
      if (statusCode < 200 || statusCode >= 300 || head.length > 0)
        return refuse(`it responded with ${statusCode}`);
      socket.setNoDelay(true);
      // The pool listens once it has the socket.
      socket.on("error", () => {});
      resolve(socket);
    });
  });
  request.end();
  return await opened;
}

async function resolveHost({
  target,
  lookup,
  timings,
  signal,
}: OpenConnectionOptions): Promise<readonly HostAddress[]> {
  const { hostname } = target;
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  const found = timed(timings, "dns", Promise.race([lookup(hostname), rejectOnAbort(signal)]));
  const addresses = await found.catch((error: unknown) => {
    throw new AttemptError("dns_failed", `The host "${hostname}" does not resolve (${describe(error)}).`);
  });
  if (addresses.length === 0) throw new AttemptError("dns_failed", `The host "${hostname}" has no address.`);
  return addresses;
}

async function whenConnected(socket: Socket, hostname: string): Promise<void> {
  try {
    await once(socket, "connect");
  } catch (error) {
    const code = describe(error);
    throw new AttemptError(
      code === "ECONNREFUSED" ? "connection_refused" : "connection_failed",
      `No connection to "${hostname}" (${code}).`,
    );
  }
}

function openTls(
  { target, startTls }: OpenConnectionOptions,
  httpSocket: Socket,
): Promise<Socket | TLSSocket> {
  return new Promise((resolve, reject) => {
    // undici starts TLS for https only.
    startTls({ ...target, protocol: "https:", httpSocket }, (error, socket) => {
      if (error === null) return resolve(socket);
      httpSocket.destroy();
      reject(
        new AttemptError("tls_failed", `No TLS session with "${target.hostname}" (${describe(error)}).`),
      );
    });
  });
}

async function timed<T>(timings: ConnectTimings, phase: keyof ConnectTimings, work: Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work;
  } finally {
    timings[phase] = performance.now() - start;
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
