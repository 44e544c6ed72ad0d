import * as z from "zod";
import { type WebhookEventType, webhookEventTypes } from "../events/webhook-event.ts";
import { type Scope, scopes } from "../vocabulary/scope.ts";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** A type of event that webhook endpoints can subscribe to. */
export interface EventTypeResource {
  readonly type: WebhookEventType;
  /** What has happened. */
  readonly summary: string;
  /** Of the schema; another one means more than an addition. */
  readonly version: string;
  /** The scope that the integration of the endpoint needs. */
  readonly scope?: Scope | undefined;
  /** JSON Schema of the body, draft 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A body. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** What has happened when an event of a type is sent, and the version of its body's schema. */
export const webhookEventCatalogue: Readonly<
  Record<WebhookEventType, Pick<EventTypeResource, "summary" | "version">>
> = {
  space_content_updated: { summary: "The content of a space was changed", version: "1" },
  site_view: { summary: "A visitor opened a page of a site", version: "1" },
  page_feedback: { summary: "A visitor rated a page", version: "1" },
};

const eventTypeSchema: z.ZodType<EventTypeResource> = z.object({
  type: z.enum(webhookEventTypes),
  summary: z.string(),
  version: z.string(),
  scope: z.enum(scopes).optional(),
  schema: z.record(z.string(), z.unknown()),
  example: z.record(z.string(), z.unknown()),
});

const example: EventTypeResource = {
  type: "space_content_updated",
  ...webhookEventCatalogue.space_content_updated,
  scope: "space:content:read",
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { eventId: { type: "string" }, spaceId: { type: "string" } },
    required: ["eventId", "spaceId"],
  },
  example: { eventId: "evt_1", spaceId: "spc_1" },
};

/** Schemas of this file that the OpenAPI document names. */
export const eventTypeSchemas = { EventType: eventTypeSchema };

/** What can be subscribed to. */
export const eventTypeOperations = defineOperations({
  listEventTypes: operation({
    method: "GET",
    path: "/event-types",
    tag: "Webhook endpoints",
    summary: "List the event types that endpoints can subscribe to, each with schema, version and example",
    access: "token",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(eventTypeSchema),
    example: { response: { items: [example] } },
  }),
  getEventType: operation({
    method: "GET",
    path: "/event-types/{eventType}",
    tag: "Webhook endpoints",
    summary: "Read one event type with its schema, version and example",
    // It says what the documentation says, and nothing of anybody.
    access: "anyone",
    roles: everyMember,
    response: eventTypeSchema,
    example: { response: example },
  }),
});
