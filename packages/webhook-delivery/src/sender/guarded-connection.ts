import { once } from "node:events";
import { lookup as lookupHost } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { buildConnector } from "undici";
import type { AttemptTimings } from "../model/attempt-result.ts";
import { type AddressGuard, type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";

/** Resolves a host name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<readonly HostAddress[]>;

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** How long the phases of opening a connection took so far, in milliseconds. */
export type ConnectTimings = {
  -readonly [Phase in "dns" | "connect" | "tls"]?: NonNullable<AttemptTimings[Phase]>;
};

/**
 * Opens a connection to an address that the guard has judged.
 *
 * @param timings filled in phase by phase, so that a failure leaves the phases before it
 * @param signal gives up; its reason is what the promise then rejects with
 * @throws {AttemptError} a guard's refusal, or `dns_failed`, `connection_refused`, `connection_failed`, `tls_failed`
 */
export type OpenConnection = (
  target: buildConnector.Options,
  timings: ConnectTimings,
  signal: AbortSignal,
) => Promise<Socket | TLSSocket>;

/** Creates an opener of connections with its own cache of TLS sessions. */
export function createGuardedOpener(guard: AddressGuard, lookup: Lookup = lookupAll): OpenConnection {
  const startTls = buildConnector({ allowH2: false, timeout: 0 });
  return (target, timings, signal) => openConnection({ target, guard, lookup, startTls, timings, signal });
}

export interface GuardedConnectorOptions extends AddressGuardOptions {
  /** For name resolution, connection and TLS together. */
  readonly deadlineMilliseconds: number;
  /** Resolves host names. Default: the operating system's resolver. */
  readonly lookup?: Lookup | undefined;
}

/**
 * Creates a connector for undici's clients, for proxies and others that stream what `createGuardedClient` would hold in
 * memory. A request whose connection the guard refuses fails with an error whose `code` is an {@link AttemptErrorCode}.
 *
 * @throws {DeliveryError} `invalid_option` when an allowed network is not in CIDR notation
 * @example
 * import { createGuardedConnector } from "@plugboard/webhook-delivery";
 * import { Agent } from "undici";
 *
 * const agent = new Agent({ connect: createGuardedConnector({ deadlineMilliseconds: 5_000 }) });
 * const { statusCode, body } = await agent.request({ origin: "https://example.com", path: "/", method: "GET" });
 * console.log(statusCode, await body.text());
 * await agent.close();
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { deadlineMilliseconds, lookup } = options;
  const open = createGuardedOpener(createAddressGuard(options), lookup);
  return (target, callback) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => {
      deadline.abort(new AttemptError("timeout", `No connection within ${deadlineMilliseconds} ms.`));
    }, deadlineMilliseconds);
    const handOver = (...result: Parameters<buildConnector.Callback>): void => {
      clearTimeout(timer);
      callback(...result);
    };
    open(target, {}, deadline.signal).then(
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
  readonly timings: ConnectTimings;
  readonly signal: AbortSignal;
}

// The host is resolved once, the guard judges every address, and the connection goes to one of these very addresses: a name that
// resolves to something else a moment later changes nothing.
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
  const { target, timings, signal } = options;
  const { hostname, protocol } = target;
  const socket = connectTcp({
    host: hostname,
    port: Number(target.port) || (protocol === "https:" ? 443 : 80),
    // Node asks for every address and tries them in turn; an address as the host never comes here.
    lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
  });
  // The pool listens once it has the socket. An error before that is reported by what waits for the connection.
  socket.on("error", () => {});
  const giveUp = (): void => void socket.destroy(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await timed(timings, "connect", whenConnected(socket, hostname));
    return protocol === "https:" ? await timed(timings, "tls", openTls(options, socket)) : socket;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
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
    startTls({ ...target, httpSocket }, (error, socket) => {
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
