import type { Dispatcher } from "undici";
import type { ClientCertificate } from "../model/endpoint.ts";
import type { AttemptErrorCode } from "../model/attempt-result.ts";
import { AttemptError, toAttemptError } from "./attempt-error.ts";
import type { ConnectTimings } from "./guarded-connection.ts";
import type { OriginPools } from "./origin-pools.ts";
import type { TargetUrl } from "./target-url.ts";

/** Header values by lowercase name. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** Header values by lowercase name; a list for repeated headers. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request and its limits. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST";
  readonly target: TargetUrl;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | null;
  readonly certificate?: ClientCertificate | undefined;
  readonly signal: AbortSignal | undefined;
  /** Timeout of the whole exchange: connecting, sending and reading the response. */
  readonly timeoutMilliseconds: number;
  /** The part of the timeout already spent on creating the headers (ms). */
  readonly spentMilliseconds: number;
  /** Limit of the response body as received. */
  readonly maxResponseBytes: number;
}

/** The result of a request: a response, an error, or both if the response was cut off. */
export interface Exchange {
  readonly status?: number;
  readonly headers: ResponseHeaders;
  /** The body as received, up to the limit. */
  readonly chunks: readonly Uint8Array[];
  /** Whether the body exceeded the limit; the rest was not read. */
  readonly isTruncated: boolean;
  readonly error?: AttemptError;
  /** Set if the request opened a connection or failed to. */
  readonly connectTimings?: ConnectTimings;
  /** Time from sending the request to receiving the response headers. */
  readonly firstByteMilliseconds?: number;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Makes one request and reads its response. Redirects aren't followed. Never rejects. */
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

    // Received parts of the response are kept.
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

/** Returns an exchange that failed before its request was sent. */
export function failedExchange(error: AttemptError): Exchange {
  return { headers: {}, chunks: [], isTruncated: false, error };
}

// All attempts of a worker share one signal, and adding or removing a listener searches the signal's whole
// list. So each signal gets one listener that calls those in a set.
const listenersBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `listener` when a shared signal is aborted. */
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

/** Removes a listener added with `listen`. */
export function unlisten(signal: AbortSignal, listener: () => void): void {
  listenersBySignal.get(signal)?.delete(listener);
}
