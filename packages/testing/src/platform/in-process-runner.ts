import type { EnvelopeEvent } from "@plugboard/api";
import type { IntegrationRunner, RunnerExchange, RunnerOptions, UrlTarget } from "@plugboard/platform";
import type { Integration, LogLine } from "@plugboard/runtime";
import { decodeEnvelope } from "@plugboard/runtime/envelope";
import { sign } from "@plugboard/webhook-signer";
import { type Network, withNetwork } from "./network.ts";
import { orAborted } from "./or-aborted.ts";

/** The result of an envelope. */
export interface Dispatched {
  readonly event: EnvelopeEvent;
  readonly status: number;
  readonly headers: Headers;
  /** The response body as text. */
  readonly text: string;
  /** The error logged by the integration, if any. Its response does not contain it. */
  readonly error: unknown;
}

/** The environment of an integration. */
export interface InProcessRunnerOptions {
  readonly integration: Integration;
  /** Responds to the integration's requests. */
  readonly network: Network;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Called with each request to the integration before it is sent. */
  readonly onRequest: (request: Request) => void;
  /** Called with each log line of the integration. */
  readonly onLog: (line: LogLine) => void;
  /** Called with the result of each envelope. */
  readonly onDispatched: (dispatched: Dispatched) => void;
}

/**
 * Creates a runner that calls the integration's real `fetch` in this process with signed envelopes and its
 * own network. A response is returned once the integration's background work is done.
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
    // Background work can add more work to the list.
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
