import { SpanKind } from "@opentelemetry/api";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { EndpointDestination } from "../model/endpoint.ts";
import { type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";
import { redacted, toAttemptResult } from "./attempt-result.ts";
import { endAttemptSpan, startAttemptSpan, traceparentOf } from "./attempt-span.ts";
import type { Destination, DestinationPublisher, DestinationReply, GuardedNetwork } from "./destination.ts";
import { type Exchange, failedExchange, listen, type RequestHeaders, unlisten } from "./exchange.ts";
import type { GuardedClient, GuardedClientOptions, GuardedRequestOptions } from "./guarded-client.ts";
import { type ConnectTimings, createGuardedOpener } from "./guarded-connection.ts";
import { signWebhook } from "./sign-webhook.ts";
import { checkTarget } from "./target-url.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/** Sends the deliveries of endpoints with a destination. */
export interface DestinationSender {
  send(
    request: WebhookRequest & { readonly destination: EndpointDestination },
    options?: GuardedRequestOptions,
  ): Promise<AttemptResult>;
  /** @throws {DeliveryError} `invalid_endpoint` */
  check(url: string, destination: EndpointDestination): void;
  close(): Promise<void>;
}

interface OpenDestination {
  readonly destination: Destination;
  readonly publisher: DestinationPublisher;
}

/** @throws {DeliveryError} `invalid_option` if two destinations have one type */
export function createDestinationSender(
  destinations: readonly Destination[],
  client: GuardedClient,
  options: GuardedClientOptions,
): DestinationSender {
  const { now = Date.now, timeoutMilliseconds: defaultTimeout = 10_000, lookup } = options;
  const openConnection = createGuardedOpener(createAddressGuard(options), lookup, options);
  const network: GuardedNetwork = {
    client,
    now,
    connect: ({ protocol, hostname, port, clientCertificate }, { timings, signal }) =>
      openConnection(
        { protocol, hostname, host: `${hostname}:${port}`, port: String(port) },
        timings,
        signal,
        clientCertificate,
      ),
  };
  const byType = new Map<string, OpenDestination>();
  for (const destination of destinations) {
    const { type } = destination;
    if (byType.has(type))
      throw new DeliveryError("invalid_option", `destinations: two have the type ${JSON.stringify(type)}`);
    byType.set(type, { destination, publisher: destination.open(network) });
  }

  async function send(
    {
      url,
      body,
      headers: added,
      destination: own,
      clientCertificate,
      ...request
    }: Parameters<DestinationSender["send"]>[0],
    { signal, timeoutMilliseconds = defaultTimeout }: GuardedRequestOptions = {},
  ): Promise<AttemptResult> {
    const startedAt = now();
    const start = performance.now();
    const connectTimings: ConnectTimings = {};
    let headers: RequestHeaders = {};
    let address: Readonly<Record<string, string>> = {};
    let exchange: Exchange;
    let text: string | undefined;
    const span = startAttemptSpan(`publish ${own.type}`, SpanKind.PRODUCER, {
      "messaging.system": own.type,
      "messaging.operation.type": "send",
    });
    try {
      const open = byType.get(own.type);
      if (open === undefined) throw unknownType(own.type);
      const timestamp = Math.floor(startedAt / 1_000);
      const bytes = Buffer.from(body);
      const signed = await signWebhook({ ...request, body: bytes, timestamp });
      headers = withLowercaseNames({
        ...added,
        "content-type": "application/json",
        ...signed,
        ...traceparentOf(span),
      });
      const { eventId, eventType = "", resends = 0, orderingKey } = request;
      const message = { eventId, eventType, resends, orderingKey, body: bytes, headers, timestamp };
      const target = { ...own, url, clientCertificate };
      address = open.destination.addressOf(message, target);
      const reply = await within({ signal, timeoutMilliseconds }, (ending) =>
        open.publisher.publish(message, target, { signal: ending, timings: connectTimings }),
      );
      checkStatus(reply);
      text = reply.text === undefined ? undefined : redact(reply.text, own);
      exchange = { status: reply.status, headers: {}, chunks: [], isTruncated: false };
    } catch (error) {
      const { code, message } = toSendError(error);
      exchange = failedExchange(new AttemptError(code, redact(message, own)));
    }
    const { requestHeaders, ...result } = toAttemptResult({
      startedAt,
      endedAt: now(),
      total: performance.now() - start,
      headers,
      exchange: { ...exchange, connectTimings },
      response: text === undefined ? undefined : { body: Buffer.from(text) },
    });
    endAttemptSpan(span, result, 300);
    return { ...result, requestHeaders: { ...requestHeaders, ...address } };
  }

  return {
    send,
    check: (url, destination) => checkDestination(byType, { url, destination, guard: options }),
    close: async () => {
      await Promise.all([...byType.values()].map(({ publisher }) => publisher.close()));
    },
  };
}

// Not a rejection of the message: a process that knows the type can still send it.
function unknownType(type: string): AttemptError {
  return new AttemptError(
    "send_failed",
    `This sender has no destination of the type ${JSON.stringify(type)}. Pass it to createWebhookSender.`,
  );
}

/** @throws {AttemptError} `invalid_response` for a status that HTTP doesn't have, which the API couldn't show */
function checkStatus({ status }: DestinationReply): void {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return;
  throw new AttemptError("invalid_response", `The destination replied with the status ${status}.`);
}

function toSendError(error: unknown): AttemptError {
  if (error instanceof AttemptError) return error;
  return new AttemptError("send_failed", error instanceof Error ? error.message : String(error));
}

/** Shorter ones would be found in ordinary words. */
const minSecretLength = 4;

/** Replaces the secrets of a destination, which the other side or a library may repeat in its messages. */
function redact(text: string, { secrets }: EndpointDestination): string {
  const values = Object.values(secrets).filter(({ length }) => length >= minSecretLength);
  return values
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
    .reduce((result, secret) => result.replaceAll(secret, redacted), text);
}

function withLowercaseNames(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Ends an attempt at its timeout or when it is aborted, even if the destination ignores the signal. */
async function within(
  {
    signal,
    timeoutMilliseconds,
  }: Required<Pick<GuardedRequestOptions, "timeoutMilliseconds">> & {
    readonly signal: AbortSignal | undefined;
  },
  publish: (signal: AbortSignal) => Promise<DestinationReply>,
): Promise<DestinationReply> {
  const ending = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (error: AttemptError): void => {
    ended.reject(error);
    ending.abort(error);
  };
  const onAbort = (): void => end(new AttemptError("aborted", "The attempt was aborted."));
  const onTimeout = (): void =>
    end(new AttemptError("timeout", `No confirmation within ${timeoutMilliseconds} ms.`));
  if (signal?.aborted === true) throw new AttemptError("aborted", "The attempt was aborted.");
  const timer = setTimeout(onTimeout, timeoutMilliseconds);
  if (signal !== undefined) listen(signal, onAbort);
  try {
    return await Promise.race([publish(ending.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    if (signal !== undefined) unlisten(signal, onAbort);
  }
}

interface CheckedEndpoint {
  readonly url: string;
  readonly destination: EndpointDestination;
  readonly guard: AddressGuardOptions;
}

function checkDestination(
  byType: ReadonlyMap<string, OpenDestination>,
  { url, destination: own, guard }: CheckedEndpoint,
): void {
  const open = byType.get(own.type);
  if (open === undefined) {
    const types = [...byType.keys()].join(", ");
    const expected = types === "" ? "no type is enabled" : `it must be one of ${types}`;
    throw invalid("type", `is ${JSON.stringify(own.type)}; ${expected}`);
  }
  // PostgreSQL stores no NUL, and parsers of URLs remove or encode these.
  if (/\p{Cc}/u.test(url)) {
    throw new DeliveryError("invalid_endpoint", "The URL contains a control character.", { part: "url" });
  }
  const { fields, check } = open.destination;
  for (const [part, isSecret] of [
    ["settings", false],
    ["secrets", true],
  ] as const) {
    const ofPart = fields.filter((field) => (field.isSecret === true) === isSecret);
    const unknown = Object.keys(own[part]).find((name) => !ofPart.some((field) => field.name === name));
    if (unknown !== undefined) {
      const names = ofPart.map(({ name }) => name).join(", ");
      throw invalid(`${part}.${unknown}`, `is unknown; ${own.type} has ${names}`);
    }
    const missing = ofPart.find(
      ({ name, isRequired }) => isRequired === true && (own[part][name] ?? "") === "",
    );
    if (missing !== undefined) throw invalid(`${part}.${missing.name}`, "is missing");
  }
  const host = check({ ...own, url });
  if (host !== undefined) checkTarget(() => host, guard);
}

function invalid(path: string, message: string): DeliveryError {
  const part = `options.destination.${path}`;
  return new DeliveryError("invalid_endpoint", `${part} ${message}`, { part });
}
