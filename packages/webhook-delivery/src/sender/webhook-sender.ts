import { Agent } from "undici";
import { type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { composeHeaders, type RequestHeaders } from "./attempt-headers.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import { createAbortListeners } from "./abort-listeners.ts";
import { createGuardedConnector } from "./guarded-connector.ts";
import type { Lookup } from "./open-connection.ts";
import { type AttemptTransport, type PostedAttempt, performAttempt } from "./perform-attempt.ts";
import { rememberTargets } from "./remember-targets.ts";
import { signWebhook } from "./webhook-headers.ts";

export interface WebhookSenderOptions extends AddressGuardOptions {
  /** For a whole attempt: name resolution, connection, request, response headers and body. Default: 10,000. */
  readonly deadlineMilliseconds?: number;
  /** How much of a response's body is read, and how much of it is kept after decompression. Default: 65,536. */
  readonly maxResponseBytes?: number;
  /** Resolves host names. Default: the operating system's resolver. */
  readonly lookup?: Lookup;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** The `user-agent` header of every request. Default: `Plugboard-Webhooks`. */
  readonly userAgent?: string;
}

/** One attempt of a delivery. */
export interface WebhookRequest {
  readonly url: string;
  /** The endpoint's signing secrets; two during a rotation. */
  readonly secrets: readonly string[];
  /** The same on every attempt. */
  readonly eventId: string;
  /** The exact JSON text or bytes that are sent and signed. */
  readonly body: string | Uint8Array;
  /** Added to the request; those the sender sets itself win. Their values are left out of the attempt log. */
  readonly headers?: RequestHeaders;
}

/** A request whose headers, signature included, are the caller's. */
export interface GetRequest {
  readonly url: string;
  readonly headers: RequestHeaders;
}

/** A {@link GetRequest} with a body. */
export interface PostRequest extends GetRequest {
  readonly body: string | Uint8Array;
}

export interface SendOptions {
  /** Ends the attempt with the error code `aborted`. */
  readonly signal?: AbortSignal;
}

export interface WebhookSender {
  /** Signs and posts a webhook. Whatever goes wrong with the request is in the result. */
  send(request: WebhookRequest, options?: SendOptions): Promise<AttemptResult>;
  /** Posts anything else under the same guard, deadline and limits, and gives the response too. */
  post(request: PostRequest, options?: SendOptions): Promise<PostedAttempt>;
  /** Reads something under the same guard, deadline and limits. */
  get(request: GetRequest, options?: SendOptions): Promise<PostedAttempt>;
  /** Ends attempts that are in flight with `aborted`, and closes all connections. Nothing can be sent afterwards. */
  close(): Promise<void>;
}

const targetsRemembered = 1_000;

/**
 * Builds a sender with connection pools of its own. Create one for a process and keep it.
 *
 * @throws {TypeError} when a network in `allowNetworks` is not in CIDR notation
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { now = Date.now, userAgent = "Plugboard-Webhooks", lookup } = options;
  const { deadlineMilliseconds = 10_000, maxResponseBytes = 65_536 } = options;
  const connector = createGuardedConnector({
    guard: createAddressGuard(options),
    deadlineMilliseconds,
    ...(lookup === undefined ? {} : { lookup }),
  });
  // The concurrency of a host is the worker's affair: the pools open a connection whenever none is free.
  const pools = new Agent({ connect: connector.connect, allowH2: false, maxHeaderSize: 16_384 });
  const transport: AttemptTransport = {
    pools,
    connector,
    deadlineMilliseconds,
    maxResponseBytes,
    abortListeners: createAbortListeners(),
    targetOf: rememberTargets(targetsRemembered),
  };

  const exchange = (
    { headers, ...request }: GetRequest & { readonly body?: string | Uint8Array },
    { signal }: SendOptions = {},
  ): Promise<PostedAttempt> => {
    const makeHeaders = async (): Promise<Record<string, string>> =>
      composeHeaders({ "user-agent": userAgent, ...headers }, {});
    return performAttempt(transport, now, { ...request, makeHeaders, signal });
  };

  return {
    async send({ url, secrets, eventId, body, headers }, { signal } = {}) {
      const makeHeaders = async (startedAt: number): Promise<Record<string, string>> => {
        const timestamp = Math.floor(startedAt / 1_000);
        const signatures = await signWebhook({ secrets, eventId, body, timestamp });
        const own = { "content-type": "application/json", "user-agent": userAgent, ...signatures };
        return composeHeaders(headers, own);
      };
      const { result } = await performAttempt(transport, now, { url, body, makeHeaders, signal });
      return result;
    },
    post: (request, options) => exchange(request, options),
    get: (request, options) => exchange(request, options),
    async close() {
      connector.close();
      await pools.destroy();
    },
  };
}
