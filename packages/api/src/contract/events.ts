import * as z from "zod";
import { operators } from "./callers.ts";
import { withKindFields } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQueryFields, pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const time = z.iso.datetime();

const eventSchema = shape(
  "EventResource",
  "An event, as an installation received it.",
  z.object({
    id: z.string(),
    type: z.string(),
    installationId: z.string(),
    payload: z.record(z.string(), z.unknown()).describe("The event as its recipients get it."),
    createdAt: time,
  }),
);

/** The schema of an event for administrators. */
export const platformEventSchema = shape(
  "PlatformEventResource",
  "An event with its recipients, for administrators.",
  withKindFields(
    z.object({
      id: z.string(),
      type: z.string(),
      installationId: z.string().optional(),
      organizationId: z.string().optional().describe("The organization of a custom event."),
      channels: z
        .array(z.string())
        .optional()
        .describe("The channels that the event was emitted with, if any."),
      payload: z.record(z.string(), z.unknown()).describe("Empty after the event is expunged."),
      expungedAt: time.optional().describe("The time when the event's content was deleted."),
      dueAt: time,
      expiresAt: time.optional().describe("When delivery stops. Not set if the retry schedule decides."),
      createdAt: time,
      recipients: z
        .array(z.string())
        .optional()
        .describe("The installations that receive the event. Not set until they are determined."),
    }),
    ({ kind }) => ({ [`${kind}Id`]: z.string().optional() }),
  ),
);

const identifier = z.string().min(1).max(limits.identifierLength);

const eventQuerySchema = shape(
  "EventQuery",
  "Filters of the list of events. An event must match all of them. Each page searches 10,000 events, so with filters it may be short or empty and still have a `next`.",
  z.object({
    ...organizationQueryFields,
    eventId: identifier.meta({ description: "The event with this id." }).optional(),
    type: identifier.meta({ description: "Only events of this type." }).optional(),
    installationId: identifier.optional().describe("Only events that this installation receives."),
    text: z
      .string()
      .min(2)
      .max(limits.identifierLength)
      .optional()
      .describe("Only events whose payload contains this exact text."),
    createdSince: time.optional().describe("Only events at or after this time."),
    createdBefore: time.optional().describe("Only events before this time."),
  }),
);

const payload = { type: "installation_setup", eventId: "evt_1", installationId: "ins_1", status: "active" };

/** Operations for events. */
export const eventOperations = defineOperations({
  listEvents: operation({
    method: "GET",
    path: "/events",
    tag: "Events and deliveries",
    summary: "List events, newest first",
    access: "administrator",
    roles: operators,
    query: eventQuerySchema,
    response: pageOf(platformEventSchema),
    example: {
      query: { type: "installation_setup" },
      response: {
        items: [
          {
            id: "evt_1",
            type: "installation_setup",
            installationId: "ins_1",
            payload: { status: "active" },
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
            type: "installation_setup",
            installationId: "ins_1",
            payload,
            createdAt: "2026-01-15T09:30:00.000Z",
          },
        ],
      },
    },
  }),
});
