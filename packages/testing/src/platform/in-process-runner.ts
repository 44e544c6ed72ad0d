import type { EnvelopeEvent } from "@plugboard/api";
import type { IntegrationRunner, RunnerExchange, RunnerOptions, UrlTarget } from "@plugboard/platform";
import type { Integration, LogLine } from "@plugboard/runtime";
import { decodeEnvelope } from "@plugboard/runtime/envelope";
import { sign } from "@plugboard/webhook-signer";
import { type Network, withNetwork } from "./network.ts";
import { orAborted } from "./or-aborted.ts";

/** What became of an envelope. */
export interface Dispatched {
  readonly event: EnvelopeEvent;
  readonly status: number;
  readonly headers: Headers;
  /** The body of the response as text. */
  readonly text: string;
  /** The error that the integration logged meanwhile, if it did: its response does not give it away. */
  readonly error: unknown;
}

/** What an integration runs in. */
export interface InProcessRunnerOptions {
  readonly integration: Integration;
  /** Responds to the integration's own requests. */
  readonly network: Network;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Gets every request to the integration before it is sent. */
  readonly onRequest: (request: Request) => void;
  /** Gets every line the integration logs. */
  readonly onLog: (line: LogLine) => void;
  /** Gets what became of every envelope. */
  readonly onDispatched: (dispatched: Dispatched) => void;
}

/**
 * Runs an integration in this process: through its real `fetch`, with signed envelopes, in a network of its own. A response
 * counts once the work is over that the integration goes on with after it.
 */
export function createInProcessRunner(options: InProcessRunnerOptions): IntegrationRunner<UrlTarget> {
  const { integration, network, now, onRequest, onLog, onDispatched } = options;
  const closing = new AbortController();

  async function respond(request: Request, secrets: readonly string[], errors: unknown[]): Promise<Response> {
    const work: Promise<unknown>[] = [];
    const host = {
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      log: (line: LogLine) => {
        if (line.level === "error") errors.push(line.fields.error);
        onLog(line);
      },
      now,
    };
    const env = { PLUGBOARD_SIGNING_SECRET: secrets.join(",") };
    const response = await integration.fetch(request, env, host);
    // Work may start more work, which the list then holds too.
    for (const promise of work) await promise;
    return response;
  }

  async function exchange(
    url: string,
    secrets: readonly string[],
    limits: RunnerOptions,
    envelope?: { readonly contentType: string; readonly body: Uint8Array<ArrayBuffer> },
  ): Promise<RunnerExchange> {
    const startedAt = now();
    const body = envelope?.body ?? new Uint8Array();
    const signature = await sign({ secret: secrets, body, timestamp: Math.floor(startedAt / 1000) });
    const headers = new Headers({ "x-service-signature": signature });
    if (envelope !== undefined) headers.set("content-type", envelope.contentType);
    const request = new Request(
      `${url}/v1`,
      envelope === undefined ? { headers } : { method: "POST", headers, body },
    );
    onRequest(request.clone());
    const errors: unknown[] = [];
    const deadline = AbortSignal.timeout(limits.timeoutMilliseconds);
    const signals = [deadline, closing.signal, limits.signal].filter((signal) => signal !== undefined);
    try {
      const response = await orAborted(
        withNetwork(network, () => respond(request, secrets, errors)),
        AbortSignal.any(signals),
      );
      const { status } = response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (envelope !== undefined) {
        const { event } = decodeEnvelope(body, envelope.contentType);
        const text = new TextDecoder().decode(bytes);
        onDispatched({ event, status, headers: response.headers, text, error: errors.at(-1) });
      }
      const result = { startedAt, status, requestHeaders: {}, timings: { total: now() - startedAt } };
      if (bytes.length > limits.maxResponseBytes) return { result };
      return { result, response: { status, headers: response.headers, body: bytes } };
    } catch (error) {
      const errorCode = deadline.aborted ? "timeout" : "aborted";
      const errorMessage = `The integration did not respond in time: ${String(error)}`;
      return { result: { startedAt, errorCode, errorMessage, requestHeaders: {}, timings: { total: 0 } } };
    }
  }

  return {
    dispatch: ({ url, signingSecrets }, { contentType, body }, limits) =>
      exchange(url, signingSecrets, limits, { contentType, body: new Uint8Array(body) }),
    describe: ({ url, signingSecrets }, limits) => exchange(url, signingSecrets, limits),
    retire: async () => {},
    close: async () => closing.abort(),
  };
}
