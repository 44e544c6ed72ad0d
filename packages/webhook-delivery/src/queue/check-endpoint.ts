import { DeliveryError } from "../delivery-error.ts";
import type { EndpointChange, EndpointInput } from "../model/endpoint.ts";
import type { RateLimit } from "../policy/rate-limit.ts";

/** Throws `DeliveryError` (`invalid_endpoint`) when a part of a new or changed endpoint is out of its range. */
export function checkEndpoint(endpoint: EndpointInput | EndpointChange): void {
  if ("id" in endpoint && endpoint.id !== undefined) checkId(endpoint.id);
  if (endpoint.url !== undefined && !URL.canParse(endpoint.url)) {
    throw invalid(`url is ${JSON.stringify(endpoint.url)}; it must be an absolute URL`);
  }
  if (endpoint.maxConcurrency !== undefined && endpoint.maxConcurrency !== null) {
    checkAtLeastOne("maxConcurrency", endpoint.maxConcurrency);
  }
  if (endpoint.rateLimit !== undefined && endpoint.rateLimit !== null) checkRateLimit(endpoint.rateLimit);
}

function checkId(id: string): void {
  if (id === "" || id.length > 200 || id.includes("\u0000")) {
    throw invalid(`id is ${JSON.stringify(id)}; it must be a text of 1 to 200 characters without NUL`);
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
