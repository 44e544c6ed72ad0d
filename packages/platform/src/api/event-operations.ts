import type { EventResource } from "@plugboard/api/client";
import * as z from "zod";
import { requireAdmin, requireInstallation } from "../access/principal.ts";
import { getInstallation } from "../installations/installations.ts";
import {
  type InstallationEvent,
  listEvents,
  listInstallationEvents,
  type StoredEvent,
} from "../events/list-events.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { limitOf, listSchema, pageQuerySchema } from "./paginate.ts";
import { eventSchema } from "./schemas.ts";
import { isoTime } from "./to-resource.ts";

const tag = "Events and deliveries";

/** An event as an administrator sees it, whoever received it. */
const platformEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  installationId: z.string().exactOptional(),
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
  payload: z.record(z.string(), z.unknown()),
  dueAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  recipients: z.array(z.string()).readonly().exactOptional(),
});

/** What happened. */
export function createEventOperations({ context }: Services): Operation[] {
  return [
    defineOperation({
      method: "get",
      path: "/events",
      tag,
      summary: "List events, newest first",
      input: { query: pageQuerySchema },
      response: listSchema(platformEventSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        const { items, ...rest } = await listEvents(context, { ...query, limit: limitOf(query) });
        return { items: items.map(toPlatformEvent), ...rest };
      },
    }),
    defineOperation({
      method: "get",
      path: "/installations/{installationId}/events",
      tag,
      summary: "List the events that an installation received, newest first",
      input: { params: z.object({ installationId: z.string() }), query: pageQuerySchema },
      response: listSchema(eventSchema),
      handle: async ({ params: { installationId }, query }, principal) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        const page = { ...query, limit: limitOf(query) };
        const { items, ...rest } = await listInstallationEvents(context, installationId, page);
        return { items: items.map(toEventResource), ...rest };
      },
    }),
  ];
}

function toPlatformEvent({ createdAt, dueAt, ...event }: StoredEvent) {
  return { ...event, dueAt: isoTime(dueAt), createdAt: isoTime(createdAt) };
}

function toEventResource({ event, createdAt }: InstallationEvent): EventResource {
  const { eventId: id, type, installationId } = event;
  return { id, type, installationId, payload: event, createdAt: isoTime(createdAt) };
}
