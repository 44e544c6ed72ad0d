import type { RuntimeEvent } from "@plugboard/api";
import type { DeliveryTarget, WebhookEndpoint } from "@plugboard/api/client";
import { type DeliveryState, nextId, type PlatformState } from "./platform-state.ts";
import { testIds } from "./test-ids.ts";

/** Notes that an event is to go to the integration, and returns the delivery's id. */
export function recordIntegrationDelivery(state: PlatformState, event: RuntimeEvent): string {
  return recordDelivery(state, event, { kind: "integration", integration: state.manifest.name });
}

/** Notes that an event is to go to a webhook endpoint, and returns the delivery's id. */
export function recordEndpointDelivery(
  state: PlatformState,
  event: RuntimeEvent,
  { id, url }: WebhookEndpoint,
): string {
  return recordDelivery(state, event, { kind: "endpoint", endpointId: id, url });
}

/** Everything that went or goes to a webhook endpoint, oldest first. */
export function deliveriesTo(state: PlatformState, endpointId: string): DeliveryState[] {
  return [...state.deliveries.values()].filter(
    ({ resource: { target } }) => target.kind === "endpoint" && target.endpointId === endpointId,
  );
}

/** Notes that an event happened. */
export function recordEvent(state: PlatformState, event: RuntimeEvent): void {
  const { eventId: id, type, installationId } = event;
  const createdAt = new Date(state.now()).toISOString();
  state.events.push({ id, type, installationId, payload: { ...event }, createdAt });
}

/** The outcome of one request. */
export interface AttemptOutcome {
  readonly startedAt: number;
  /** Absent when there was no answer. */
  readonly responseStatus?: number;
  readonly error?: string;
}

/** Notes how an attempt went. */
export function recordAttempt(state: PlatformState, deliveryId: string, outcome: AttemptOutcome): void {
  const delivery = state.deliveries.get(deliveryId);
  if (delivery === undefined) return;
  const { startedAt, responseStatus, error } = outcome;
  const number = delivery.attempts.length + 1;
  const isDelivered = responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;
  const { failure: _before, ...resource } = delivery.resource;
  state.deliveries.set(deliveryId, {
    ...delivery,
    resource: {
      ...resource,
      attempts: number,
      ...(isDelivered ? { status: "delivered" } : { status: "failed", failure: "rejected" }),
    },
    attempts: [
      ...delivery.attempts,
      {
        number,
        startedAt: new Date(startedAt).toISOString(),
        durationMilliseconds: state.now() - startedAt,
        ...(responseStatus !== undefined && { responseStatus }),
        ...(error !== undefined && { error }),
      },
    ],
  });
}

function recordDelivery(state: PlatformState, event: RuntimeEvent, target: DeliveryTarget): string {
  const id = nextId(state, "delivery");
  state.deliveries.set(id, {
    event,
    attempts: [],
    resource: {
      id,
      eventId: event.eventId,
      eventType: event.type,
      installationId: testIds.installation,
      target,
      status: "scheduled",
      attempts: 0,
      createdAt: new Date(state.now()).toISOString(),
    },
  });
  return id;
}
