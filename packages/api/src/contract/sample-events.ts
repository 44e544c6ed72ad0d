import * as z from "zod";
import { type RuntimeEventType, runtimeEventTypes } from "../events/runtime-event.ts";
import { developers } from "./callers.ts";
import { boundedMap, jsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** An event with made-up contents, which an installation can be tried with. */
export interface SampleEventResource {
  readonly type: RuntimeEventType;
  /** The event's own fields, with the ids of places where the integration is installed. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Why the installation would not receive it; absent where it would. */
  readonly refusal?: string | undefined;
}

/** Which places a sample is about. */
export interface SampleEventQuery {
  /** The first space that the integration is installed in when left out. */
  readonly spaceId?: string | undefined;
  /** The first site that the integration is installed in when left out. */
  readonly siteId?: string | undefined;
}

/** What to change in a sample before it is sent. */
export interface SampleEventCreation extends SampleEventQuery {
  /** Fields that replace the sample's own; objects are merged, everything else is replaced. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A sample that was accepted. */
export interface SentSampleEvent {
  readonly eventId: string;
  readonly type: RuntimeEventType;
  readonly fields: Readonly<Record<string, unknown>>;
}

const identifier = z.string().min(1).max(limits.identifierLength);
const place = { spaceId: identifier.optional(), siteId: identifier.optional() };
const fields = z.record(z.string(), z.unknown());

const sampleSchema: z.ZodType<SampleEventResource> = z.object({
  type: z.enum(runtimeEventTypes),
  fields,
  refusal: z.string().optional(),
});

const querySchema: z.ZodType<SampleEventQuery, SampleEventQuery> = z.object(place);

const creationSchema: z.ZodType<SampleEventCreation, SampleEventCreation> = z.object({
  ...place,
  fields: boundedMap(jsonSchema).optional(),
});

const sentSchema: z.ZodType<SentSampleEvent> = z.object({
  eventId: z.string(),
  type: z.enum(runtimeEventTypes),
  fields,
});

const updated = { spaceId: "spc_1", revisionId: "rev_1" };

/** Schemas of this file that the OpenAPI document names. */
export const sampleEventSchemas = {
  SampleEvent: sampleSchema,
  SampleEventCreation: creationSchema,
  SentSampleEvent: sentSchema,
};

/** Events with made-up contents, for authors who try their integration. */
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
