import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type {
  Attempt,
  Delivery,
  DeliveryState,
  FailureGroup,
  FailureReason,
  StoredEvent,
} from "../model/delivery.ts";
import type { EventInput, Ordering } from "../model/event-input.ts";
import type { PolledDelivery } from "../model/poll.ts";
import {
  fromStoredJson,
  isJsonObject,
  number,
  optionalNumber,
  optionalText,
  type Row,
  text,
  toRowId,
  enumValue,
} from "./columns.ts";

const deliveryStateFrom: (text: string) => DeliveryState = enumValue("delivery state", [
  "scheduled",
  "waiting",
  "sending",
  "delivered",
  "failed",
]);

const failureReasonFrom: (text: string) => FailureReason = enumValue("failure reason", [
  "exhausted",
  "rejected",
  "gone",
  "disabled",
  "canceled",
  "expired",
]);

/** Converts a row to a delivery; `event_id`, `event_type` and `endpoint_id` come from joined rows. */
export function toDelivery(row: Row): Delivery {
  const state = deliveryStateFrom(text(row, "state"));
  const reason = optionalText(row, "failure_reason");
  const lastStatus = optionalNumber(row, "last_status");
  const lastErrorCode = optionalText(row, "last_error_code");
  const finishedAt = optionalNumber(row, "finished_at");
  return {
    id: toRowId("delivery", number(row, "seq")),
    eventId: text(row, "event_id"),
    eventType: text(row, "event_type"),
    endpointId: text(row, "endpoint_id"),
    state,
    dueAt: state === "scheduled" ? number(row, "due_at") : undefined,
    failureReason: reason === undefined ? undefined : failureReasonFrom(reason),
    attempts: number(row, "attempts"),
    lastStatus,
    lastErrorCode,
    ordering: toOrdering(row),
    createdAt: number(row, "created_at"),
    finishedAt,
  };
}

/** Converts a row of failed deliveries that are counted by endpoint and cause. */
export function toFailureGroup(row: Row): FailureGroup {
  return {
    endpointId: text(row, "endpoint_id"),
    failureReason: failureReasonFrom(text(row, "failure_reason")),
    lastStatus: optionalNumber(row, "last_status"),
    lastErrorCode: optionalText(row, "last_error_code"),
    count: number(row, "total"),
    failedAt: number(row, "failed_at"),
  };
}

/** Converts a row that was read before the claim, so its fence is one higher now. */
export function toClaimedDelivery(row: Row, endpointId: string): ClaimedDelivery {
  return {
    id: toRowId("delivery", number(row, "seq")),
    eventId: text(row, "event_id"),
    eventType: text(row, "event_type"),
    body: text(row, "body"),
    metadata: toMetadata(row),
    expiresAt: optionalNumber(row, "expires_at"),
    endpointId,
    attempt: number(row, "attempts") + 1,
    scheduledAttempt: number(row, "schedule_attempts") + 1,
    resends: number(row, "resent"),
    ordering: toOrdering(row),
    createdAt: number(row, "created_at"),
    dueAt: number(row, "due_at"),
    fence: number(row, "fence") + 1,
  };
}

/** Returns a new delivery that is claimed when it is written. */
export function toHandedDelivery(
  { id: eventId, type: eventType, body, metadata = noMetadata, expiresAt, dueAt }: EventInput,
  { id, endpointId, now }: { readonly id: string; readonly endpointId: string; readonly now: number },
): ClaimedDelivery {
  return {
    id,
    eventId,
    eventType,
    body,
    metadata,
    expiresAt,
    endpointId,
    attempt: 1,
    scheduledAttempt: 1,
    resends: 0,
    createdAt: now,
    dueAt: dueAt ?? now,
    fence: 1,
  };
}

export function toPolledDelivery(row: Row): PolledDelivery {
  return {
    id: toRowId("delivery", number(row, "seq")),
    eventId: text(row, "event_id"),
    eventType: text(row, "event_type"),
    body: text(row, "body"),
    metadata: toMetadata(row),
    createdAt: number(row, "created_at"),
  };
}

export function toStoredEvent(row: Row): StoredEvent {
  return {
    id: text(row, "id"),
    tenant: text(row, "tenant"),
    type: text(row, "type"),
    body: text(row, "body"),
    metadata: toMetadata(row),
    createdAt: number(row, "created_at"),
    expungedAt: optionalNumber(row, "expunged_at"),
  };
}

export function toAttempt(row: Row): Attempt {
  const result = fromStoredJson(text(row, "result"), isAttemptResult);
  const nextAttemptAt = optionalNumber(row, "next_at");
  return {
    deliveryId: toRowId("delivery", number(row, "delivery")),
    number: number(row, "number"),
    ...result,
    nextAttemptAt,
  };
}

const noMetadata: ClaimedDelivery["metadata"] = {};

function toMetadata(row: Row): ClaimedDelivery["metadata"] {
  const metadata = text(row, "metadata");
  return metadata === "{}" ? noMetadata : fromStoredJson(metadata, isTextMap);
}

function isTextMap(value: unknown): value is ClaimedDelivery["metadata"] {
  return isJsonObject(value) && Object.values(value).every((item) => typeof item === "string");
}

/** Checks the parts that every result has. */
function isAttemptResult(value: unknown): value is AttemptResult {
  return (
    isJsonObject(value) &&
    typeof value["startedAt"] === "number" &&
    isJsonObject(value["requestHeaders"]) &&
    isJsonObject(value["timings"])
  );
}

function toOrdering(row: Row): Ordering | undefined {
  const key = optionalText(row, "ordering_key");
  if (key === undefined) return undefined;
  return { key, onFailure: number(row, "blocks") === 1 ? "block" : "skip" };
}
