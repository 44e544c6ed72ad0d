import type { EventResource, EventTypeResource, PlatformEventResource } from "@plugboard/api/client";
import {
  eventBodySchema,
  eventOperations,
  eventRecipientOperations,
  eventTypeOperations,
  sampleEventOperations,
} from "@plugboard/api/contract";
import * as z from "zod";
import { orNotFound } from "../../common/platform-error.ts";
import { explainRecipients } from "../../delivery/explain-recipients.ts";
import { areVisible } from "../../database/visible-event-types.ts";
import { createSampleEvent, sendSampleEvent } from "../../delivery/send-sample-event.ts";
import {
  type InstallationEvent,
  listEvents,
  listInstallationEvents,
  type StoredEvent,
} from "../list-events.ts";
import { sampleOf } from "../../product/describe-contract.ts";
import { listWebhookEvents } from "../../product/event-declarations.ts";
import type { Platform } from "../../operations/platform.ts";
import { getInstallation } from "../../installations/installations.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf, paginate, showPage } from "../../operations/paginate.ts";

const ids = { eventId: "evt_test", installationId: "ins_test" };

/** Returns the event types that endpoints can subscribe to. */
function eventTypesOf({ product }: Platform): readonly EventTypeResource[] {
  return listWebhookEvents(product).map(([type, event]) => {
    const example = { ...sampleOf(type, event, ids) };
    const { summary, scope, version = "1" } = event;
    const body = eventBodySchema(type, event);
    const schema = { ...z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) };
    return { type, summary, version, scope, schema, example };
  });
}

export const eventFeature: Feature = defineFeature(
  { ...eventOperations, ...eventRecipientOperations, ...eventTypeOperations, ...sampleEventOperations },
  (platform) => {
    const eventTypes = eventTypesOf(platform);
    return {
      listEvents: async ({ query, organizations: { allowed: organizations } }) => {
        const { cursor, eventId, type, installationId, text, createdSince, createdBefore } = query;
        const filter = {
          type,
          installationId,
          text,
          createdSince: createdSince === undefined ? undefined : Date.parse(createdSince),
          createdBefore: createdBefore === undefined ? undefined : Date.parse(createdBefore),
        };
        return await showPage(
          await listEvents(platform, { cursor, limit: limitOf(query), organizations, eventId, filter }),
          toPlatformEvent,
        );
      },
      listInstallationEvents: async ({ params: { installationId }, query }) =>
        await showPage(
          await listInstallationEvents(platform, installationId, { ...query, limit: limitOf(query) }),
          toEventResource,
        ),
      listEventRecipients: async ({ params: { eventId }, query }) =>
        paginate(
          await explainRecipients(platform, eventId),
          ({ installationId, endpointId = "" }) => `${installationId}.${endpointId}`,
          query,
        ),
      listEventTypes: async ({ query }) =>
        paginate(
          eventTypes.filter(({ type }) => areVisible([type])),
          ({ type }) => type,
          query,
        ),
      getEventType: async ({ params: { eventType } }) =>
        orNotFound(
          eventTypes.find(({ type }) => type === eventType),
          `event type ${eventType}`,
        ),
      getSampleEvent: async ({ params: { installationId, eventType }, query }) => {
        const { type, fields, refusal } = await createSampleEvent(platform, installationId, eventType, {
          ...query,
        });
        return { type, fields, refusal };
      },
      sendSampleEvent: async ({ params: { installationId, eventType }, body, idempotencyKey, spend }) => {
        const { integration: key } = await getInstallation(platform, installationId);
        await spend({ policy: platform.quotas.testEvents, key, what: `test events of ${key}` });
        const { fields, ...location } = body;
        const request = { fields, idempotencyKey };
        return await sendSampleEvent(platform, installationId, eventType, request, location);
      },
    };
  },
);

/**
 * Converts an event to the administrator's view of it.
 *
 * @example
 * import { listEvents, type Platform } from "@plugboard/platform";
 * import { toPlatformEvent } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const { items } = await listEvents(platform, { limit: 20 });
 * console.log(items.map(toPlatformEvent));
 */
export function toPlatformEvent({
  createdAt,
  dueAt,
  expiresAt,
  expungedAt,
  ...event
}: StoredEvent): PlatformEventResource {
  return {
    ...event,
    expungedAt: optionalIsoTime(expungedAt),
    dueAt: isoTime(dueAt),
    expiresAt: optionalIsoTime(expiresAt),
    createdAt: isoTime(createdAt),
  };
}

function toEventResource({ event, createdAt }: InstallationEvent): EventResource {
  const { eventId: id, type, installationId } = event;
  return { id, type, installationId, payload: event, createdAt: isoTime(createdAt) };
}
