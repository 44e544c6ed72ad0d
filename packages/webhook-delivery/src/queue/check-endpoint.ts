import { DeliveryError } from "../errors/delivery-error.ts";
import type {
  Endpoint,
  EndpointChange,
  EndpointInput,
  EndpointUpdate,
  RateLimit,
} from "../model/endpoint.ts";
import { checkEndpointOptions } from "../policy/endpoint-options.ts";
import { isStorableText } from "./is-storable-text.ts";

const maxNameLength = 200;

/** Throws `DeliveryError` (`invalid_endpoint`) when a part of a new endpoint is out of its range. */
export function checkEndpoint(endpoint: EndpointInput): void {
  const { id, tenant = "", kind = "webhook" } = endpoint;
  if (id !== undefined) checkName("id", id);
  checkName("kind", kind);
  checkText("tenant", tenant);
  checkEndpointChange(endpoint);
}

/** What an update changes of an endpoint. Throws `DeliveryError` (`invalid_endpoint`) when a part is out of its range. */
export function decideChange(endpoint: Endpoint, update: EndpointUpdate): EndpointChange {
  const change = typeof update === "function" ? update(endpoint) : update;
  checkEndpointChange(change);
  return change;
}

/** Throws `DeliveryError` (`invalid_endpoint`) when a part of a changed endpoint is out of its range. */
function checkEndpointChange(change: EndpointChange): void {
  const { url, eventTypes = [], maxConcurrency, rateLimit, options } = change;
  if (url !== undefined) checkText("url", url);
  if (url !== undefined && !URL.canParse(url)) {
    throw invalid(`url is ${JSON.stringify(url)}; it must be an absolute URL`);
  }
  for (const type of eventTypes) checkName("eventTypes", type);
  if (maxConcurrency !== undefined && maxConcurrency !== null) {
    checkAtLeastOne("maxConcurrency", maxConcurrency);
  }
  if (rateLimit !== undefined && rateLimit !== null) checkRateLimit(rateLimit);
  if (options !== undefined && options !== null) checkEndpointOptions(options);
}

/** Throws `DeliveryError` (`invalid_option`) when a hold's reason is no name. */
export function checkHoldReason(reason: unknown): void {
  if (isStorableText(reason) && reason !== "" && reason.length <= maxNameLength) return;
  throw new DeliveryError(
    "invalid_option",
    `reason is ${JSON.stringify(reason)}; it must be a text of 1 to ${maxNameLength} characters without NUL and lone surrogates`,
  );
}

/** Makes an id for an endpoint that was created without one. */
export function newEndpointId(): string {
  return `ep_${crypto.randomUUID().replaceAll("-", "")}`;
}

function checkName(part: string, value: string): void {
  checkText(part, value);
  if (value === "" || value.length > maxNameLength) {
    throw invalid(`${part} is ${JSON.stringify(value)}; it must have 1 to ${maxNameLength} characters`);
  }
}

function checkText(part: string, value: string): void {
  if (!isStorableText(value)) {
    throw invalid(
      `${part} is ${JSON.stringify(value)}; it must be a text without NUL characters and lone surrogates`,
    );
  }
}

function checkRateLimit({ perSecond, burst }: RateLimit): void {
  if (!(perSecond > 0 && Number.isFinite(perSecond))) {
    throw invalid(`rateLimit.perSecond is ${perSecond}; it must be a number above 0`);
  }
  checkAtLeastOne("rateLimit.burst", burst);
}

function checkAtLeastOne(part: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw invalid(`${part} is ${value}; it must be a whole number of at least 1`);
  }
}

function invalid(message: string): DeliveryError {
  return new DeliveryError("invalid_endpoint", message);
}
