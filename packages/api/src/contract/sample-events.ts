import * as z from "zod";
import { developers } from "./callers.ts";
import { boundedMap, anyJsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const identifier = z.string().min(1).max(limits.identifierLength);
const location = {
  spaceId: identifier.optional().describe("Defaults to the first space that has the integration."),
  siteId: identifier.optional().describe("Defaults to the first site that has the integration."),
  resourceId: identifier
    .optional()
    .describe("The resource of the event's kind. Defaults to the first one that has the integration."),
};
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

const querySchema = shape("SampleEventQuery", "The resource of a sample event.", z.object(location));

const creationSchema = shape(
  "SampleEventCreation",
  "Changes to a sample event.",
  z.object({
    ...location,
    fields: boundedMap(anyJsonSchema)
      .optional()
      .describe("Fields to override. Objects are merged, other values replaced."),
  }),
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

const updated = { spaceId: "spc_1", revisionId: "rev_1" };

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
    example: { response: { type: "space_content_updated", fields: updated } },
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
      body: { fields: { revisionId: "rev_9" } },
      response: {
        eventId: "evt_1",
        type: "space_content_updated",
        fields: { spaceId: "spc_1", revisionId: "rev_9" },
      },
    },
  }),
});
