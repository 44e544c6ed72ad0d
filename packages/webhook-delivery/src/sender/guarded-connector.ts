import { lookup } from "node:dns/promises";
import { buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";
import { openConnection, type ConnectTimings, type Lookup } from "./open-connection.ts";

/** Opens connections for undici's pools, each to an address that the guard has judged. */
export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** While a connection, or the failure to open it, is handed to its request: how long it took. Otherwise `undefined`. */
  handedOver(): ConnectTimings | undefined;
  /** Gives up the connections that are being opened. */
  close(): void;
}

export interface GuardedConnectorOptions {
  readonly guard: AddressGuard;
  /** How long opening a connection may take, name resolution and TLS included. */
  readonly deadlineMilliseconds: number;
  readonly lookup?: Lookup;
}

/** Builds a connector with its own cache of TLS sessions. */
export function createGuardedConnector({
  guard,
  deadlineMilliseconds,
  lookup = lookupAll,
}: GuardedConnectorOptions): GuardedConnector {
  const startTls = buildConnector({ allowH2: false, timeout: 0 });
  const opening = new Set<AbortController>();
  let current: ConnectTimings | undefined;

  function connect(target: buildConnector.Options, callback: buildConnector.Callback): void {
    const timings: ConnectTimings = {};
    const controller = new AbortController();
    const giveUp = (): void => {
      controller.abort(new AttemptError("timeout", `No connection within ${deadlineMilliseconds} ms.`));
    };
    const timer = setTimeout(giveUp, deadlineMilliseconds);
    opening.add(controller);

    const handOver = (...result: Parameters<buildConnector.Callback>): void => {
      clearTimeout(timer);
      opening.delete(controller);
      // undici starts the waiting request, or fails it, before the callback returns.
      current = timings;
      try {
        callback(...result);
      } finally {
        current = undefined;
      }
    };
    openConnection({ target, guard, lookup, startTls, timings, signal: controller.signal }).then(
      (socket) => handOver(null, socket),
      (error: unknown) => handOver(toError(error), null),
    );
  }

  return {
    connect,
    handedOver: () => current,
    close() {
      for (const controller of opening) {
        controller.abort(new AttemptError("aborted", "The sender was closed."));
      }
    },
  };
}

function lookupAll(hostname: string): ReturnType<Lookup> {
  return lookup(hostname, { all: true });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
