import { DeliveryError, type DeliveryErrorCode } from "../errors/delivery-error.ts";
import type { ExpungeInput } from "../model/delivery.ts";
import type {
  Endpoint,
  EndpointChange,
  EndpointInput,
  EndpointUpdate,
  RateLimit,
} from "../model/endpoint.ts";
import type { EventInput, PublishInput } from "../model/event-input.ts";
import { checkEndpointOptions } from "../policy/endpoint-options.ts";
import { checkFilter } from "../policy/event-filter.ts";

/**
 * Returns whether every store preserves a string. PostgreSQL can't store NUL, and lone surrogates have no
 * UTF-8 encoding: the string would come back changed and could not be looked up.
 */
function isStorableText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\u0000");
}

const maxNameLength = 200;

/** Throws `DeliveryError` unless a value is a string of 1 to 200 characters that every store preserves. */
export function checkName(part: string, value: unknown, code: DeliveryErrorCode): void {
  if (isStorableText(value) && value !== "" && value.length <= maxNameLength) return;
  throw new DeliveryError(
    code,
    `${part} is ${JSON.stringify(value)}; it must be a string of 1 to ${maxNameLength} characters without NUL and lone surrogates`,
    { part },
  );
}

/** Throws `DeliveryError` (`invalid_event`) if an event is invalid. */
export function checkEvent(event: EventInput): void {
  checkName("id", event.id, "invalid_event");
  checkName("type", event.type, "invalid_event");
  if (!isStorableText(event.body)) {
    throw invalidEvent(`event ${event.id}: body must be a string without NUL characters and lone surrogates`);
  }
  if (!Array.isArray(event.endpointIds))
    throw invalidEvent(`event ${event.id}: endpointIds must be a list of ids`);
  for (const id of event.endpointIds) checkName("endpointIds", id, "invalid_event");
  if (event.dueAt !== undefined && !Number.isSafeInteger(event.dueAt)) {
    throw invalidEvent(`event ${event.id}: dueAt is ${event.dueAt}; it must be a time in whole milliseconds`);
  }
  if (event.expiresAt !== undefined && !Number.isSafeInteger(event.expiresAt)) {
    throw invalidEvent(
      `event ${event.id}: expiresAt is ${event.expiresAt}; it must be a time in whole milliseconds`,
    );
  }
  if (!isTextMap(event.metadata ?? {}))
    throw invalidEvent(`event ${event.id}: metadata must be an object of strings`);
  if (event.ordering === undefined) return;
  checkName("ordering.key", event.ordering.key, "invalid_event");
  if (event.ordering.onFailure !== "block" && event.ordering.onFailure !== "skip") {
    throw invalidEvent(`event ${event.id}: ordering.onFailure must be "block" or "skip"`);
  }
}

/** Throws `DeliveryError` (`invalid_event`) if a published event is invalid. */
export function checkPublish(event: PublishInput): void {
  checkEvent({ ...event, endpointIds: [] });
  if (!isStorableText(event.tenant ?? "")) {
    throw invalidEvent(
      `event ${event.id}: tenant must be a string without NUL characters and lone surrogates`,
    );
  }
  checkChannels(event.channels ?? [], "invalid_event");
}

const maxChannels = 100;

function checkChannels(channels: readonly string[], code: DeliveryErrorCode): void {
  if (!Array.isArray(channels) || channels.length > maxChannels) {
    throw new DeliveryError(code, `channels must be a list of at most ${maxChannels}`, { part: "channels" });
  }
  for (const channel of channels) checkName("channels", channel, code);
}

/** The parts of an event passed to the store's `checkEvent`. */
export type CheckedEvent = Pick<EventInput, "id" | "type" | "body">;

/** Creates a function that checks each event and returns the list. */
export function checkedBy(
  check: ((event: CheckedEvent) => void) | undefined,
): <Event extends CheckedEvent>(events: readonly Event[]) => readonly Event[] {
  return (events) => {
    if (check !== undefined) for (const event of events) check(event);
    return events;
  };
}

function isTextMap(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every((entry) => entry.every(isStorableText));
}

/** Throws `DeliveryError` (`event_conflict`) if the ID belongs to a different event. */
export function checkSameEvent({ id }: EventInput, isSame: boolean): void {
  if (isSame) return;
  throw new DeliveryError(
    "event_conflict",
    `event ${id}: the tenant has an event with this ID and another type or body; use a new ID for each event`,
  );
}

/** Throws `DeliveryError` (`event_expunged`). */
export function refuseExpunged(id: string): never {
  throw new DeliveryError(
    "event_expunged",
    `event ${id}: its body was expunged, so it cannot be resent; enqueue a new event`,
  );
}

/** Throws `DeliveryError` (`invalid_option`). */
export function checkExpunge({ before }: ExpungeInput): void {
  if (Number.isSafeInteger(before)) return;
  throw new DeliveryError("invalid_option", `before is ${before}; it must be a time in whole milliseconds`);
}

function invalidEvent(message: string): DeliveryError {
  return new DeliveryError("invalid_event", message);
}

/** Throws `DeliveryError` (`invalid_endpoint`) if a new endpoint is invalid. */
export function checkEndpoint(endpoint: EndpointInput): void {
  const { id, tenant = "", fairnessGroup = tenant, kind = "webhook" } = endpoint;
  if (id !== undefined) checkName("id", id, "invalid_endpoint");
  checkName("kind", kind, "invalid_endpoint");
  checkText("tenant", tenant);
  checkText("fairnessGroup", fairnessGroup);
  for (const reason of endpoint.holds ?? []) checkName("holds", reason, "invalid_endpoint");
  if (endpoint.polling === true) refuseWhilePolling(endpoint);
  else if (endpoint.url === undefined) {
    throw invalidEndpoint("url", "url is missing; only polling endpoints have none");
  }
  checkSecrets(endpoint.secrets);
  checkEndpointChange(endpoint);
}

function checkSecrets(secrets: unknown): void {
  if (Array.isArray(secrets) && secrets.every((secret) => secret !== "" && isStorableText(secret))) return;
  throw invalidEndpoint(
    "secrets",
    "secrets must be a list of non-empty strings without NUL characters and lone surrogates; `generateSecret` of @plugboard/webhook-signer creates one",
  );
}

/** The parts of an endpoint that are validated on creation and on updates. */
type EndpointParts = EndpointChange | EndpointInput;

/** Rejects options that don't apply to polling endpoints: the consumer sets its own pace. */
function refuseWhilePolling({ url, maxConcurrency, rateLimit, options }: EndpointParts): void {
  const { timeoutMilliseconds, authentication, clientCertificate, retryPolicy, destination } = options ?? {};
  const useless = { timeoutMilliseconds, authentication, clientCertificate, retryPolicy, destination };
  const given = Object.entries({
    url,
    maxConcurrency,
    rateLimit,
    ...Object.fromEntries(Object.entries(useless).map(([name, value]) => [`options.${name}`, value])),
  }).find(([, value]) => value !== undefined && value !== null);
  if (given === undefined) return;
  throw invalidEndpoint(given[0], `${given[0]} does not apply to polling endpoints; remove it`);
}

/** Returns the changes of an update. Throws `DeliveryError` (`invalid_endpoint`) if one is invalid. */
export function decideChange(endpoint: Endpoint, update: EndpointUpdate): EndpointChange {
  const change = typeof update === "function" ? update(endpoint) : update;
  if (endpoint.polling === true) refuseWhilePolling(change);
  if (change.secrets !== undefined) checkSecrets(change.secrets);
  checkEndpointChange(change);
  // `undefined` leaves a part unchanged.
  const given: EndpointChange = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  return given;
}

/** Throws `DeliveryError` (`invalid_endpoint`) if a change is invalid. */
function checkEndpointChange(change: EndpointParts): void {
  const { url, eventTypes = [], filter, channels, maxConcurrency, rateLimit, options } = change;
  if (url !== undefined) checkText("url", url);
  // Other schemes are for custom senders. A host and port without a scheme parse as one.
  if (url !== undefined && (!URL.canParse(url) || /^(?:localhost|[^/:]+\.[^/:]+):\d/i.test(url))) {
    throw invalidEndpoint("url", `url is ${JSON.stringify(url)}; it must begin with https:// or http://`);
  }
  for (const type of eventTypes) checkName("eventTypes", type, "invalid_endpoint");
  checkFilter(filter ?? []);
  checkChannels(channels ?? [], "invalid_endpoint");
  if (maxConcurrency !== undefined && maxConcurrency !== null) {
    checkAtLeastOne("maxConcurrency", maxConcurrency);
  }
  if (rateLimit !== undefined && rateLimit !== null) checkRateLimit(rateLimit);
  if (options !== undefined && options !== null) checkEndpointOptions(options);
}

/** Returns a new endpoint ID. */
export function newEndpointId(): string {
  return `ep_${crypto.randomUUID().replaceAll("-", "")}`;
}

function checkText(part: string, value: string): void {
  if (!isStorableText(value)) {
    throw invalidEndpoint(
      part,
      `${part} is ${JSON.stringify(value)}; it must be a string without NUL characters and lone surrogates`,
    );
  }
}

function checkRateLimit({ perSecond, burst }: RateLimit): void {
  if (!(perSecond > 0 && Number.isFinite(perSecond))) {
    throw invalidEndpoint("rateLimit", `rateLimit.perSecond is ${perSecond}; it must be a number above 0`);
  }
  checkAtLeastOne("rateLimit.burst", burst);
}

function checkAtLeastOne(part: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw invalidEndpoint(part, `${part} is ${value}; it must be a whole number of at least 1`);
  }
}

function invalidEndpoint(part: string, message: string): DeliveryError {
  return new DeliveryError("invalid_endpoint", message, { part });
}
