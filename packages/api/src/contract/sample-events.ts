import * as z from "zod";
import { developers } from "./callers.ts";
import { boundedMap, anyJsonSchema } from "./json.ts";
import { type FieldKind, withKindFields } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const identifier = z.string().min(1).max(limits.identifierLength);
const location = {
  resourceId: identifier
    .optional()
    .describe("The resource of the event's kind. Defaults to the first one that has the integration."),
};
const locationOf = ({ kind }: FieldKind) => ({
  [`${kind}Id`]: identifier.optional().describe(`Defaults to the first ${kind} that has the integration.`),
});
const fields = z.record(z.string(), z.unknown());

const sampleSchema = shape(
  "SampleEventResource",
  "An event with sample data for testing an installation.",
  z.object({
    type: z.string(),
    fields: fields.describe("The event's own fields, with the ID of a resource that has the integration."),
    refusal: z
      .string()
      .optional()
      .describe("Why the installation wouldn't receive the event. Not set if it would."),
  }),
);

const querySchema = shape(
  "SampleEventQuery",
  "The resource of a sample event.",
  withKindFields(z.object(location), locationOf),
);

const creationSchema = shape(
  "SampleEventCreation",
  "Changes to a sample event.",
  withKindFields(
    z.object({
      ...location,
      fields: boundedMap(anyJsonSchema)
        .optional()
        .describe("Fields to override. Objects are merged, other values replaced."),
    }),
    locationOf,
  ),
);

const sentSchema = shape(
  "SentSampleEvent",
  "An accepted sample event.",
  z.object({
    eventId: z.string(),
    type: z.string(),
    fields,
  }),
);

const sample = { status: "active" };

/** Operations for sample events, for authors who test their integration. */
export const sampleEventOperations = defineOperations({
  getSampleEvent: operation({
    method: "GET",
    path: "/installations/{installationId}/sample-events/{eventType}",
    tag: "Events and deliveries",
    summary: "Read a sample of an event type, and whether an installation would receive it",
    access: "administrator",
    roles: developers,
    query: querySchema,
    response: sampleSchema,
    example: { response: { type: "installation_setup", fields: sample } },
  }),
  sendSampleEvent: operation({
    method: "POST",
    path: "/installations/{installationId}/sample-events/{eventType}",
    tag: "Events and deliveries",
    summary: "Send a sample event to one installation, delivered and retried like any other",
    access: "administrator",
    roles: developers,
    body: creationSchema,
    status: 202,
    response: sentSchema,
    idempotent: true,
    errors: ["conflict", "rate_limited"],
    emits: "one",
    example: {
      body: { fields: { status: "pending" } },
      response: { eventId: "evt_1", type: "installation_setup", fields: { status: "pending" } },
    },
  }),
});
