import * as z from "zod";
import { scopeNameSchema } from "../vocabulary/vocabulary-schemas.ts";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { EventTypeResource } from "./types.ts";
import { shape } from "./shape.ts";

const eventTypeSchema = shape(
  "EventTypeResource",
  "An event type that webhook endpoints can subscribe to.",
  z.object({
    type: z.string(),
    summary: z.string().describe("A description of the event."),
    version: z.string().describe("The schema's version. It increases with breaking changes."),
    scope: scopeNameSchema.optional().describe("The scope that the endpoint's integration needs."),
    schema: z.record(z.string(), z.unknown()).describe("JSON Schema (draft 2020-12) of the body."),
    example: z.record(z.string(), z.unknown()).describe("A sample body."),
  }),
);

const example: EventTypeResource = {
  type: "issue_opened",
  summary: "An issue was opened",
  version: "1",
  scope: "issues:read",
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { eventId: { type: "string" }, issueId: { type: "string" } },
    required: ["eventId", "issueId"],
  },
  example: { eventId: "evt_1", issueId: "iss_1" },
};

/** Operations for event types. */
export const eventTypeOperations = defineOperations({
  listEventTypes: operation({
    method: "GET",
    path: "/event-types",
    tag: "Webhook endpoints",
    summary: "List the event types that endpoints can subscribe to, each with schema, version and example",
    access: "token",
    roles: everyMember,
    portal: "read",
    query: pageQuerySchema,
    response: pageOf(eventTypeSchema),
    example: { response: { items: [example] } },
  }),
  getEventType: operation({
    method: "GET",
    path: "/event-types/{eventType}",
    tag: "Webhook endpoints",
    summary: "Read one event type with its schema, version and example",
    // The response contains only public documentation.
    access: "anyone",
    roles: everyMember,
    response: eventTypeSchema,
    example: { response: example },
  }),
});
