import type { CustomEventTypeResource } from "@plugboard/api/client";
import { customEventOperations, customEventTypeOperations } from "@plugboard/api/contract";
import {
  createCustomEventType,
  type DefinedEventType,
  getCustomEventType,
  listCustomEventTypes,
  updateCustomEventType,
} from "../custom-event-types.ts";
import { areVisible, requireVisible } from "../../database/visible-event-types.ts";
import { emitCustomEvents } from "../emit-custom-events.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf, showPage } from "../../operations/paginate.ts";

export const customEventFeature: Feature = defineFeature(
  { ...customEventOperations, ...customEventTypeOperations },
  (platform) => ({
    listCustomEventTypes: async ({ params: { organizationId }, query: { cursor, limit } }) => {
      const page = { cursor, limit: limitOf({ limit }) };
      const { items, next } = await listCustomEventTypes(platform, organizationId, page);
      return await showPage({ items: items.filter(({ type }) => areVisible([type])), next }, toResource);
    },
    createCustomEventType: async ({ params: { organizationId }, body }) =>
      toResource(await createCustomEventType(platform, organizationId, body)),
    getCustomEventType: async ({ params: { organizationId, customEventType } }) => {
      requireVisible([customEventType]);
      return toResource(await getCustomEventType(platform, organizationId, customEventType));
    },
    updateCustomEventType: async ({ params: { organizationId, customEventType }, body }) =>
      toResource(await updateCustomEventType(platform, organizationId, customEventType, body)),
    emitCustomEvents: async ({ params: { organizationId }, body, idempotencyKey }) => {
      const events = body.events.map(({ dueAt, expiresAt, ...event }) => ({
        ...event,
        dueAt: dueAt === undefined ? undefined : Date.parse(dueAt),
        expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
      }));
      return { events: await emitCustomEvents(platform, organizationId, events, { idempotencyKey }) };
    },
  }),
);

function toResource({
  archivedAt,
  createdAt,
  updatedAt,
  ...type
}: DefinedEventType): CustomEventTypeResource {
  return {
    ...type,
    archivedAt: optionalIsoTime(archivedAt),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
