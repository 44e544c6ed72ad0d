import * as z from "zod";
import { operators } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQuerySchema, pageOf, pageQuerySchema } from "./page.ts";

/** An event as an installation received it. */
export interface EventResource {
  readonly id: string;
  readonly type: string;
  readonly installationId: string;
  /** The event as its receivers get it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** An event as an administrator sees it, whoever received it. */
export interface PlatformEventResource {
  readonly id: string;
  readonly type: string;
  readonly installationId?: string | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** Of a custom event, the organization in whose product it happened. */
  readonly organizationId?: string | undefined;
  /** What it is about, where whoever emitted it said so. */
  readonly channels?: readonly string[] | undefined;
  /** Empty once it was expunged. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601 time at which what it carried was removed. */
  readonly expungedAt?: string | undefined;
  /** ISO 8601 time. */
  readonly dueAt: string;
  /** ISO 8601 time after which it is not sent any more; absent where its endpoints alone say. */
  readonly expiresAt?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The installations that receive it; absent until that was decided. */
  readonly recipients?: readonly string[] | undefined;
}

const time = z.iso.datetime();

const eventSchema: z.ZodType<EventResource> = z.object({
  id: z.string(),
  type: z.string(),
  installationId: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: time,
});

/** Checks an event as an administrator sees it. */
export const platformEventSchema: z.ZodType<PlatformEventResource> = z.object({
  id: z.string(),
  type: z.string(),
  installationId: z.string().optional(),
  spaceId: z.string().optional(),
  siteId: z.string().optional(),
  organizationId: z.string().optional(),
  channels: z.array(z.string()).optional(),
  payload: z.record(z.string(), z.unknown()),
  expungedAt: time.optional(),
  dueAt: time,
  expiresAt: time.optional(),
  createdAt: time,
  recipients: z.array(z.string()).optional(),
});

const payload = {
  type: "space_content_updated",
  eventId: "evt_1",
  installationId: "ins_1",
  spaceId: "spc_1",
  revisionId: "rev_7",
};

/** Schemas of this file that the OpenAPI document names. */
export const eventSchemas = { Event: eventSchema, PlatformEvent: platformEventSchema };

/** What happened. */
export const eventOperations = defineOperations({
  listEvents: operation({
    method: "GET",
    path: "/events",
    tag: "Events and deliveries",
    summary: "List events, newest first",
    access: "administrator",
    roles: operators,
    query: organizationQuerySchema,
    response: pageOf(platformEventSchema),
    example: {
      response: {
        items: [
          {
            id: "evt_1",
            type: "space_content_updated",
            spaceId: "spc_1",
            payload: { spaceId: "spc_1", revisionId: "rev_7" },
            dueAt: "2026-01-15T09:30:00.000Z",
            createdAt: "2026-01-15T09:30:00.000Z",
            recipients: ["ins_1"],
          },
        ],
      },
    },
  }),
  listInstallationEvents: operation({
    method: "GET",
    path: "/installations/{installationId}/events",
    tag: "Events and deliveries",
    summary: "List the events that an installation received, newest first",
    access: "installation",
    roles: operators,
    query: pageQuerySchema,
    response: pageOf(eventSchema),
    example: {
      response: {
        items: [
          {
            id: "evt_1",
            type: "space_content_updated",
            installationId: "ins_1",
            payload,
            createdAt: "2026-01-15T09:30:00.000Z",
          },
        ],
      },
    },
  }),
});
