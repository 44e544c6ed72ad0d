import { DeliveryError } from "../errors/delivery-error.ts";
import type { EventInput, PublishInput } from "../model/event-input.ts";
import { isStorableText } from "./is-storable-text.ts";

const maxIdLength = 200;

/** Throws `DeliveryError` (`invalid_event`) when a part of an event is out of its range. */
export function checkEvent(event: EventInput): void {
  checkName("id", event.id);
  checkName("type", event.type);
  if (!isStorableText(event.body)) {
    throw invalid(`event ${event.id}: body must be text without NUL characters and lone surrogates`);
  }
  if (!Array.isArray(event.endpointIds))
    throw invalid(`event ${event.id}: endpointIds must be a list of ids`);
  for (const id of event.endpointIds) checkName("endpointIds", id);
  if (event.dueAt !== undefined && !Number.isSafeInteger(event.dueAt)) {
    throw invalid(`event ${event.id}: dueAt is ${event.dueAt}; it must be a time in whole milliseconds`);
  }
  if (!isTextMap(event.metadata ?? {}))
    throw invalid(`event ${event.id}: metadata must be an object of texts`);
  if (event.ordering === undefined) return;
  checkName("ordering.key", event.ordering.key);
  if (event.ordering.onFailure !== "block" && event.ordering.onFailure !== "skip") {
    throw invalid(`event ${event.id}: ordering.onFailure must be "block" or "skip"`);
  }
}

/** The same for an event that names a tenant in the place of endpoints. */
export function checkPublish(event: PublishInput): void {
  checkEvent({ ...event, endpointIds: [] });
  if (!isStorableText(event.tenant ?? "")) {
    throw invalid(`event ${event.id}: tenant must be a text without NUL characters and lone surrogates`);
  }
}

function isTextMap(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every((entry) => entry.every(isStorableText));
}

function checkName(part: string, value: unknown): void {
  if (!isStorableText(value) || value === "" || value.length > maxIdLength) {
    throw invalid(
      `${part} is ${JSON.stringify(value)}; it must be a text of 1 to ${maxIdLength} characters without NUL and lone surrogates`,
    );
  }
}

function invalid(message: string): DeliveryError {
  return new DeliveryError("invalid_event", message);
}

/**
 * Throws `DeliveryError` (`event_conflict`) when another event was accepted under the same id: what it carries would be sent in
 * the place of this one.
 */
export function checkSameEvent({ id }: EventInput, isSame: boolean): void {
  if (isSame) return;
  throw new DeliveryError(
    "event_conflict",
    `event ${id}: the tenant has an event of this id with another type or body; give each event an id of its own`,
  );
}
