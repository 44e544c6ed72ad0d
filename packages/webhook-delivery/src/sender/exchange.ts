import type { Dispatcher } from "undici";
import type { AbortListeners } from "./abort-listeners.ts";
import { createExchangeHandler, type Exchange, type ExchangeHandlerOptions } from "./exchange-handler.ts";
import type { TargetUrl } from "./target-url.ts";

/** The connections that exchanges go over, and their limits. */
export interface Transport extends ExchangeHandlerOptions {
  readonly pools: Dispatcher;
  readonly deadlineMilliseconds: number;
  readonly abortListeners: AbortListeners;
}

export interface ExchangeRequest {
  readonly method: "GET" | "POST";
  readonly target: TargetUrl;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes one request and reads its response, under one deadline for all of it. Redirects are answers like any other. Never
 * rejects.
 */
export function performExchange(transport: Transport, request: ExchangeRequest): Promise<Exchange> {
  const { pools, deadlineMilliseconds, abortListeners } = transport;
  const { method, target, headers, body = null, signal } = request;
  const { origin, path } = target;
  return new Promise((resolve) => {
    const handler = createExchangeHandler(transport, (exchange) => {
      clearTimeout(timer);
      if (signal !== undefined) abortListeners.delete(signal, onAbort);
      resolve(exchange);
    });
    const onDeadline = (): void => {
      handler.giveUp("timeout", `The deadline of ${deadlineMilliseconds} ms passed`);
    };
    const onAbort = (): void => handler.giveUp("aborted", "The attempt was aborted");
    const timer = setTimeout(onDeadline, deadlineMilliseconds);
    if (signal?.aborted === true) return onAbort();
    if (signal !== undefined) abortListeners.add(signal, onAbort);
    // undici's own limits on single phases are off: the deadline covers them all.
    pools.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, handler);
  });
}
