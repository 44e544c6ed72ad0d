import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { Endpoint, EndpointOptions } from "../model/endpoint.ts";
import type { Destination } from "./destination.ts";
import { createDestinationSender } from "./destination-sender.ts";
import { createAuthenticator } from "./endpoint-authentication.ts";
import type { RequestHeaders } from "./exchange.ts";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type GuardedExchange,
  type GuardedRequestOptions,
  type GuardedResponse,
} from "./guarded-client.ts";
import { signWebhook } from "./sign-webhook.ts";
import { checkEndpointUrl } from "./target-url.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/** Options of a webhook sender. */
export interface WebhookSenderOptions extends GuardedClientOptions {
  /** Systems other than HTTP that endpoints can use. Defaults to none. */
  readonly destinations?: readonly Destination[] | undefined;
}

/**
 * The message of a challenge: `endpoint_verification`, or the `verification` of MCP events (SEP-3415), which has no
 * event ID.
 */
export type ChallengeMessage = "endpoint_verification" | "verification";

/** An endpoint to verify. */
export interface ChallengedEndpoint extends Pick<Endpoint, "url" | "secrets" | "options"> {
  /** Defaults to `endpoint_verification`. */
  readonly message?: ChallengeMessage | undefined;
}

/** The result of a challenge. */
export interface ChallengeResult {
  /** Whether the endpoint responded with 2xx and the challenge. */
  readonly isVerified: boolean;
  readonly result: AttemptResult;
}

/** A guarded client that also signs webhooks. */
export interface WebhookSender extends GuardedClient {
  /** Signs and posts a webhook, or publishes it to its destination. Request errors are in the result, not thrown. */
  send(request: WebhookRequest, options?: GuardedRequestOptions): Promise<AttemptResult>;
  /**
   * Verifies that an endpoint wants webhooks: its response must repeat a signed challenge. This prevents
   * users from sending webhooks to URLs they don't control. `@plugboard/webhook-receiver` responds to
   * challenges automatically.
   */
  readonly challenge: (
    endpoint: ChallengedEndpoint,
    options?: GuardedRequestOptions,
  ) => Promise<ChallengeResult>;
  /**
   * Checks an endpoint URL that a user enters: `checkEndpointUrl` with this sender's options.
   *
   * @throws {DeliveryError} `invalid_endpoint`
   */
  readonly checkUrl: (url: string) => void;
  /**
   * Checks the URL and the destination of an endpoint that a user enters.
   *
   * @throws {DeliveryError} `invalid_endpoint`
   */
  readonly checkEndpoint: (endpoint: {
    readonly url: string;
    readonly options?: Pick<EndpointOptions, "destination"> | undefined;
  }) => void;
  /** The systems other than HTTP that endpoints can use. */
  readonly destinations: readonly Destination[];
  /** Sends a delivery with the options of its endpoint. Pass it to a worker as `send`. */
  readonly deliver: (
    delivery: Pick<ClaimedDelivery, "eventId" | "body"> &
      Partial<Pick<ClaimedDelivery, "eventType" | "ordering" | "resends">>,
    endpoint: Pick<Endpoint, "url" | "secrets" | "options">,
    options?: GuardedRequestOptions,
  ) => Promise<AttemptResult>;
}

/**
 * Creates a sender of signed webhooks. It pools connections: create one per process.
 *
 * @throws {DeliveryError} `invalid_option`
 *
 * @example
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 *
 * const sender = createWebhookSender();
 * const result = await sender.send({
 *   url: "https://example.com/webhooks",
 *   secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
 *   eventId: "evt_1",
 *   body: JSON.stringify({ eventId: "evt_1", type: "invoice.sent" }),
 * });
 * console.log(result.status ?? result.errorCode);
 * await sender.close();
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const client = createGuardedClient(options);
  const { userAgent = "Plugboard-Webhooks", now = Date.now, destinations = [] } = options;
  const toDestinations = createDestinationSender(destinations, client, options);
  const authenticator = createAuthenticator(client, now);

  async function exchange(
    request: WebhookRequest,
    requestOptions?: GuardedRequestOptions,
  ): Promise<GuardedExchange> {
    const { url, body, headers: added, authentication, clientCertificate } = request;
    let authorization: string | undefined;
    const headers = async (startedAt: number): Promise<RequestHeaders> => {
      const timestamp = Math.floor(startedAt / 1_000);
      const signed = await signWebhook({ ...request, timestamp });
      authorization = authentication && (await authenticator.authorize(authentication, requestOptions));
      const own = { "content-type": "application/json", "user-agent": userAgent, ...signed };
      return { ...added, ...own, ...(authorization !== undefined && { authorization }) };
    };
    const post = () => client.post({ url, body, headers, clientCertificate }, requestOptions);
    const first = await post();
    const isRefused = first.result.status === 401 && authentication !== undefined;
    return isRefused && authenticator.refused(authentication, authorization) ? await post() : first;
  }

  async function send(
    request: WebhookRequest,
    requestOptions?: GuardedRequestOptions,
  ): Promise<AttemptResult> {
    const { destination } = request;
    if (destination !== undefined)
      return await toDestinations.send({ ...request, destination }, requestOptions);
    return (await exchange(request, requestOptions)).result;
  }

  return {
    ...client,
    async close() {
      await toDestinations.close();
      await client.close();
    },
    send,
    destinations,
    async challenge({ url, secrets, options: own, message: type = "endpoint_verification" }, requestOptions) {
      const { timeoutMilliseconds, ...sending } = own ?? {};
      const challenge = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "");
      const isMcp = type === "verification";
      const eventId = `${isMcp ? "msg_" : ""}verification_${challenge.slice(0, 32)}`;
      const body = JSON.stringify(isMcp ? { type, challenge } : { eventId, type, challenge });
      const request = { url, secrets, eventId, body, ...sending };
      const { result, response } = await exchange(request, { timeoutMilliseconds, ...requestOptions });
      return { isVerified: response !== undefined && echoes(response, challenge), result };
    },
    checkUrl: (url) => checkEndpointUrl(url, options),
    checkEndpoint({ url, options: { destination } = {} }) {
      if (destination === undefined) checkEndpointUrl(url, options);
      else toDestinations.check(url, destination);
    },
    deliver({ eventId, eventType, ordering, resends, body }, { url, secrets, options: own }, requestOptions) {
      const { timeoutMilliseconds, ...sending } = own ?? {};
      const message = { eventId, eventType, orderingKey: ordering?.key, resends, body };
      return send({ url, secrets, ...message, ...sending }, { timeoutMilliseconds, ...requestOptions });
    },
  };
}

/** Returns whether a response is a success with the body `{"challenge":"…"}`. */
function echoes({ status, body, isComplete }: GuardedResponse, challenge: string): boolean {
  if (status < 200 || status > 299 || !isComplete) return false;
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return Reflect.get(Object(value), "challenge") === challenge;
  } catch {
    return false;
  }
}
