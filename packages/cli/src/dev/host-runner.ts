import { decodeEnvelope } from "@plugboard/runtime/envelope";
import type { IntegrationRunner, RunnerExchange, RunnerOptions } from "@plugboard/platform";
import type { HostResponse, IntegrationHost } from "../host/start-host.ts";

/** A request of the platform to the integration, with its response. */
export interface Dispatched {
  readonly type: string;
  readonly eventId: string;
  readonly event: object;
  /** `undefined` if there was no response. */
  readonly status?: number | undefined;
  /** The reason for a missing response. */
  readonly failure?: string | undefined;
  /** The start of the response's text. */
  readonly response?: string | undefined;
  readonly milliseconds: number;
}

/** A runner whose integration can be replaced while it runs. */
export interface HostRunner extends IntegrationRunner {
  /** Sends new requests to another host. The previous host finishes the requests it has started. */
  readonly replace: (host: IntegrationHost) => void;
}

/** Options for {@link createHostRunner}. */
export interface HostRunnerOptions {
  readonly onDispatched: (dispatched: Dispatched) => void;
  /** Called if the integration stops responding, possibly in a loop, and should be restarted. */
  readonly onStuck: () => void;
}

const graceMilliseconds = 2000;
const maxExcerptBytes = 16 * 1024;

/** Creates a runner that sends all calls to one integration in this process. */
export function createHostRunner({ onDispatched, onStuck }: HostRunnerOptions): HostRunner {
  let current: IntegrationHost | undefined;
  const inFlight = new Map<IntegrationHost, Set<Promise<unknown>>>();

  async function retire(host: IntegrationHost): Promise<void> {
    const grace = AbortSignal.timeout(graceMilliseconds);
    await Promise.race([
      Promise.allSettled(inFlight.get(host) ?? new Set<Promise<unknown>>()),
      aborted(grace),
    ]);
    inFlight.delete(host);
    await host.close();
  }

  async function exchange(
    options: RunnerOptions,
    send: (host: IntegrationHost) => Promise<HostResponse>,
  ): Promise<RunnerExchange> {
    const host = current;
    const startedAt = Date.now();
    const failed = (
      errorCode: "timeout" | "aborted" | "connection_failed",
      errorMessage: string,
    ): RunnerExchange => ({
      result: {
        startedAt,
        errorCode,
        errorMessage,
        requestHeaders: {},
        timings: { total: Date.now() - startedAt },
      },
    });
    if (host === undefined) return failed("connection_failed", "The integration is not running yet.");
    const deadline = AbortSignal.timeout(options.timeoutMilliseconds);
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
    const sending = send(host);
    const open = inFlight.get(host) ?? new Set();
    inFlight.set(host, open.add(sending));
    try {
      const response = await Promise.race([sending, aborted(signal)]);
      if (response === undefined) {
        if (deadline.aborted && host === current) onStuck();
        const seconds = options.timeoutMilliseconds / 1000;
        return deadline.aborted
          ? failed("timeout", `The integration did not respond within ${seconds} s.`)
          : failed("aborted", "The request was aborted.");
      }
      const { status } = response;
      const result = { startedAt, status, requestHeaders: {}, timings: { total: Date.now() - startedAt } };
      return response.body.length > options.maxResponseBytes ? { result } : { result, response };
    } catch (error) {
      return failed("connection_failed", error instanceof Error ? error.message : String(error));
    } finally {
      open.delete(sending);
      // The caller has stopped waiting for the response.
      sending.catch(() => {});
    }
  }

  return {
    replace: (host) => {
      const before = current;
      current = host;
      if (before !== undefined) void retire(before);
    },
    dispatch: async (_target, envelope, options) => {
      const exchanged = await exchange(options, (host) => host.send(envelope));
      const { event } = decodeEnvelope(new Uint8Array(envelope.body), envelope.contentType);
      const { status, errorMessage: failure, timings } = exchanged.result;
      const { type, eventId } = event;
      const response = excerpt(exchanged.response);
      const milliseconds = Math.round(timings.total);
      onDispatched({ type, eventId, event, status, failure, response, milliseconds });
      return exchanged;
    },
    describe: (_target, options) => exchange(options, (host) => host.send()),
    // The previous host stops by itself once it is replaced.
    retire: async () => {},
    close: async () => {
      const last = current;
      current = undefined;
      await last?.close();
    },
  };
}

/** Returns the start of a response's text; `undefined` if it has none. */
function excerpt(response: RunnerExchange["response"]): string | undefined {
  const type = response?.headers.get("content-type") ?? "";
  if (response === undefined || !/^(text\/|application\/(json|javascript))/.test(type)) return undefined;
  return new TextDecoder().decode(response.body.subarray(0, maxExcerptBytes));
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
