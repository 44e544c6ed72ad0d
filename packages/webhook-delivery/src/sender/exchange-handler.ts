import type { Dispatcher } from "undici";
import { AttemptError } from "./attempt-error.ts";
import type { ResponseHeaders } from "./attempt-headers.ts";
import type { AttemptErrorCode } from "../model/attempt-result.ts";
import type { GuardedConnector } from "./guarded-connector.ts";
import type { ConnectTimings } from "./open-connection.ts";
import { toAttemptError } from "./transport-error.ts";

/** What came of a request: a response, an error, or both when the response broke off. */
export interface Exchange {
  readonly status?: number;
  readonly headers: ResponseHeaders;
  /** The body as it was transferred, up to the limit. */
  readonly chunks: readonly Uint8Array[];
  /** Whether the body went on past the limit; the rest was not read. */
  readonly isTruncated: boolean;
  readonly error?: AttemptError;
  /** Present when a connection was opened for this request, or could not be. */
  readonly connectTimings?: ConnectTimings;
  /** From the request being written to the response's headers. */
  readonly firstByteMilliseconds?: number;
}

export interface ExchangeHandlerOptions {
  readonly connector: Pick<GuardedConnector, "handedOver">;
  /** Of the response's body, as it is transferred. */
  readonly maxResponseBytes: number;
}

/** Follows one request through undici. */
export interface ExchangeHandler extends Dispatcher.DispatchHandler {
  /** Ends the exchange where it is. What arrived of the response is kept. */
  giveUp(code: AttemptErrorCode, reason: string): void;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const settledReason = new Error("The exchange is over.");

/** Builds the handler of one request. It calls `onSettled` once, whatever undici reports afterwards. */
export function createExchangeHandler(
  { connector, maxResponseBytes }: ExchangeHandlerOptions,
  onSettled: (exchange: Exchange) => void,
): ExchangeHandler {
  const chunks: Uint8Array[] = [];
  const exchange: Writable<Exchange> = { headers: {}, chunks, isTruncated: false };
  let activity = "opening a connection";
  let controller: Dispatcher.DispatchController | undefined;
  let sentAt = 0;
  let bytes = 0;
  let isSettled = false;

  function settle(error?: AttemptError): void {
    if (isSettled) return;
    isSettled = true;
    if (error !== undefined) exchange.error = error;
    onSettled(exchange);
  }

  function noteConnection(): void {
    const connectTimings = connector.handedOver();
    if (connectTimings !== undefined && !isSettled) exchange.connectTimings = connectTimings;
  }

  return {
    giveUp(code, reason) {
      settle(new AttemptError(code, `${reason} while ${activity}.`));
      controller?.abort(settledReason);
    },
    onRequestStart(started) {
      // What ended while it waited for a connection must not be sent any more.
      if (isSettled) return started.abort(settledReason);
      controller = started;
      noteConnection();
      activity = "waiting for the response's headers";
      sentAt = performance.now();
    },
    onResponseStart(_controller, status, headers) {
      if (isSettled || status < 200) return;
      activity = "reading the response's body";
      exchange.firstByteMilliseconds = performance.now() - sentAt;
      exchange.status = status;
      exchange.headers = headers;
    },
    onResponseData(started, chunk) {
      if (isSettled) return;
      const room = maxResponseBytes - bytes;
      bytes += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) return;
      exchange.isTruncated = true;
      settle();
      started.abort(settledReason);
    },
    onResponseEnd() {
      settle();
    },
    onResponseError(_controller, error) {
      noteConnection();
      settle(toAttemptError(error, activity));
    },
  };
}
