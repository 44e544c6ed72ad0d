import { setTimeout as delay } from "node:timers/promises";

const heartbeatMilliseconds = 15_000;
const reconnectMilliseconds = 1_000;
// Watchers must authenticate again after this time.
const maxMilliseconds = 15 * 60_000;
// Access is checked once for the items of a burst.
const accessMilliseconds = 200;
// Then the stream ends with an error, and the client's next request shows the reason.
const maxChecks = 10;
const checkAgainMilliseconds = 2_000;

interface LiveResponseOptions {
  readonly watch: (signal: AbortSignal) => AsyncIterable<{ readonly id: string }>;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Runs the code that reads the items. */
  readonly inScope: (read: () => Promise<void>) => Promise<void>;
  /**
   * Returns whether the caller still has the access that it had when the stream opened. Called again if it throws.
   */
  readonly keepsAccess: () => Promise<boolean>;
}

/**
 * Streams items as server-sent events. The stream ends when the connection closes or the signal aborts, and instead of
 * the next item once the caller's access has changed.
 */
export function liveResponse({
  watch,
  headers,
  signal,
  inScope,
  keepsAccess,
}: LiveResponseOptions): Response {
  const left = new AbortController();
  const ended = AbortSignal.any([signal, left.signal, AbortSignal.timeout(maxMilliseconds)]);
  const mayContinue = async (): Promise<boolean> => {
    for (let checks = 1; !ended.aborted; checks += 1) {
      try {
        return await keepsAccess();
      } catch (error) {
        if (checks === maxChecks) throw error;
        await delay(checkAgainMilliseconds, undefined, { signal: ended }).catch(() => {});
      }
    }
    return false;
  };
  // Called before the response starts, so that invalid requests get a normal error.
  const items = watch(ended);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      send(`retry: ${reconnectMilliseconds}\n\n`);
      // Proxies close idle connections.
      const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMilliseconds);
      left.signal.addEventListener("abort", () => clearInterval(heartbeat));
      const pump = async (): Promise<void> => {
        let checkedAt = Number.NEGATIVE_INFINITY;
        try {
          for await (const item of items) {
            if (performance.now() - checkedAt >= accessMilliseconds) {
              checkedAt = performance.now();
              if (!(await mayContinue())) break;
            }
            send(`id: ${item.id}\ndata: ${JSON.stringify(item)}\n\n`);
          }
          if (!left.signal.aborted) controller.close();
        } catch (error) {
          if (!left.signal.aborted) controller.error(error);
        } finally {
          clearInterval(heartbeat);
        }
      };
      void inScope(pump);
    },
    cancel: () => left.abort(),
  });
  headers.set("content-type", "text/event-stream");
  headers.set("cache-control", "no-store");
  headers.set("x-accel-buffering", "no");
  return new Response(body, { headers });
}

/** Returns whether a request asks for a live stream. */
export function wantsLive(request: Request): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.get("accept") ?? "");
}
