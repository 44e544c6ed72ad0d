import type { Dispatcher } from "undici";
import type { ClientCertificate } from "../model/endpoint.ts";
import type { AttemptErrorCode } from "../model/attempt-result.ts";
import { AttemptError, toAttemptError } from "./attempt-error.ts";
import type { ConnectTimings } from "./guarded-connection.ts";
import type { OriginPools } from "./origin-pools.ts";
import type { TargetUrl } from "./target-url.ts";

/** Header names in lower case to values. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Header names in lower case to the value, or to all of them where a header came several times. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request of an exchange, and its limits. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST";
  readonly target: TargetUrl;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | null;
  readonly certificate?: ClientCertificate | undefined;
  readonly signal: AbortSignal | undefined;
  /** For all of it: opening a connection, sending, and reading the response. */
  readonly timeoutMilliseconds: number;
  /** The part of the timeout spent on the headers (ms). */
  readonly spentMilliseconds: number;
  /** Of the response's body, as it is transferred. */
  readonly maxResponseBytes: number;
}

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

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Makes one request and reads its response. A redirect is a response like any other. Never rejects. */
export function performExchange(pools: OriginPools, request: ExchangeRequest): Promise<Exchange> {
  const { method, target, headers, body, signal, maxResponseBytes } = request;
  const { timeoutMilliseconds, spentMilliseconds } = request;
  if (signal?.aborted === true)
    return Promise.resolve(failedExchange(new AttemptError("aborted", "The attempt was aborted.")));
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    const exchange: Writable<Exchange> = { headers: {}, chunks, isTruncated: false };
    let activity = "opening a connection";
    let sentAt = 0;
    let bytes = 0;
    let isSettled = false;

    function settle(error?: AttemptError): void {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      if (signal !== undefined) unlisten(signal, onAbort);
      if (error !== undefined) exchange.error = error;
      resolve(exchange);
    }

    // What arrived of the response is kept.
    function giveUp(code: AttemptErrorCode, reason: string): void {
      settle(new AttemptError(code, `${reason} while ${activity}.`));
      pools.drop(connection);
    }

    function takeTimings(): void {
      const { timings } = connection;
      if (timings !== undefined && !isSettled) exchange.connectTimings = timings;
      connection.timings = undefined;
    }

    const onAbort = (): void => giveUp("aborted", "The attempt was aborted");
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {
        takeTimings();
        activity = "waiting for the response's headers";
        sentAt = performance.now();
      },
      onResponseStart(_controller, status, responseHeaders) {
        if (isSettled || status < 200) return;
        activity = "reading the response's body";
        exchange.firstByteMilliseconds = performance.now() - sentAt;
        exchange.status = status;
        exchange.headers = responseHeaders;
      },
      onResponseData(_controller, chunk) {
        if (isSettled) return;
        const room = maxResponseBytes - bytes;
        bytes += chunk.length;
        chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
        if (chunk.length <= room) return;
        exchange.isTruncated = true;
        settle();
        pools.drop(connection);
      },
      onResponseEnd() {
        pools.putBack(connection);
        settle();
      },
      onResponseError(_controller, error) {
        takeTimings();
        settle(toAttemptError(error, activity));
        pools.drop(connection);
      },
    };

    const connection = pools.take(target.origin, request.certificate);
    const timer = setTimeout(
      () => giveUp("timeout", `Timed out after ${timeoutMilliseconds} ms`),
      timeoutMilliseconds - spentMilliseconds,
    );
    if (signal !== undefined) listen(signal, onAbort);
    connection.client.dispatch({ path: target.path, method, headers, body }, handler);
  });
}

/** An exchange that ended before its request was sent. */
export function failedExchange(error: AttemptError): Exchange {
  return { headers: {}, chunks: [], isTruncated: false, error };
}

// All attempts of a worker share one signal, and a signal's own list of listeners is searched from end to end by each that comes or
// goes. So each signal gets one listener, which calls those in a set.
const listenersBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `listener` when a signal that many share is aborted. */
export function listen(signal: AbortSignal, listener: () => void): void {
  let listeners = listenersBySignal.get(signal);
  if (listeners === undefined) {
    const created = new Set<() => void>();
    signal.addEventListener(
      "abort",
      () => {
        for (const call of created) call();
      },
      { once: true },
    );
    listenersBySignal.set(signal, created);
    listeners = created;
  }
  listeners.add(listener);
}

/** Calls it no more. */
export function unlisten(signal: AbortSignal, listener: () => void): void {
  listenersBySignal.get(signal)?.delete(listener);
}
