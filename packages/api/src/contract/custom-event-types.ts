import * as z from "zod";
import type { CustomEventType } from "../events/custom-event.ts";
import type { JsonObject } from "../events/ui-render.ts";
import { developers, everyMember } from "./callers.ts";
import { customEventTypeSchema } from "./event-type-name.ts";
import { boundedMap, jsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** A type of events that an organization defined for its own product. */
export interface CustomEventTypeResource {
  readonly type: CustomEventType;
  /** What has happened when there is such an event. */
  readonly summary: string;
  /** Of the schema; another one means more than an addition. */
  readonly version: string;
  /** JSON Schema of the events' `data`, draft 2020-12. Absent where any data will do. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** The data of an event. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** ISO 8601 time since which it is archived: it is emitted and newly subscribed to no more. */
  readonly archivedAt?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** A type of events to define. */
export interface CustomEventTypeCreation {
  /** Words of lower-case letters, digits, `_` and `-` with dots between them, as in `invoice.paid`. At most 100 characters. */
  readonly type: string;
  /** At most 200 characters. */
  readonly summary: string;
  /** At most 20 characters; `1` when left out. */
  readonly version?: string | undefined;
  /**
   * JSON Schema of the events' `data`, draft 2020-12; of at most 64 KiB together with the example. It may refer to its own `$defs`, but not
   * in a circle, and has neither `pattern`, `patternProperties` nor `uniqueItems`: what it costs to check has to be known beforehand.
   */
  readonly schema?: JsonObject | undefined;
  /** Has to match the schema. */
  readonly example?: JsonObject | undefined;
}

/** Changes to a type of events; what is left out stays as it is. */
export interface CustomEventTypeUpdate {
  readonly summary?: string | undefined;
  readonly version?: string | undefined;
  /** As in {@link CustomEventTypeCreation}; `null` lets any data do. */
  readonly schema?: JsonObject | null | undefined;
  readonly example?: JsonObject | null | undefined;
  /** `true` ends emitting it and subscribing to it, `false` begins both again. Endpoints that subscribe to it go on doing so. */
  readonly archived?: boolean | undefined;
}

const maxSummaryLength = 200;
const maxVersionLength = 20;
const summary = z.string().trim().min(1).max(maxSummaryLength);
const version = z.string().trim().min(1).max(maxVersionLength);
const object = z.record(z.string(), z.unknown());
const time = z.iso.datetime();

const typeSchema: z.ZodType<CustomEventTypeResource> = z.object({
  type: customEventTypeSchema,
  summary: z.string(),
  version: z.string(),
  schema: object.optional(),
  example: object.optional(),
  archivedAt: time.optional(),
  createdAt: time,
  updatedAt: time,
});

const creationSchema: z.ZodType<CustomEventTypeCreation, CustomEventTypeCreation> = z.object({
  type: customEventTypeSchema,
  summary,
  version: version.optional(),
  schema: boundedMap(jsonSchema).optional(),
  example: boundedMap(jsonSchema).optional(),
});

const updateSchema: z.ZodType<CustomEventTypeUpdate, CustomEventTypeUpdate> = z.object({
  summary: summary.optional(),
  version: version.optional(),
  schema: boundedMap(jsonSchema).nullish(),
  example: boundedMap(jsonSchema).nullish(),
  archived: z.boolean().optional(),
});

const creation: CustomEventTypeCreation = {
  type: "invoice.paid",
  summary: "An invoice was paid in full",
  schema: {
    type: "object",
    required: ["invoiceId", "cents"],
    properties: { invoiceId: { type: "string" }, cents: { type: "integer", minimum: 0 } },
  },
  example: { invoiceId: "inv_1", cents: 4200 },
};
const defined: CustomEventTypeResource = {
  ...creation,
  type: "invoice.paid",
  version: "1",
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
};

/** Schemas of this file that the OpenAPI document names. */
export const customEventTypeSchemas = {
  CustomEventType: typeSchema,
  CustomEventTypeCreation: creationSchema,
  CustomEventTypeUpdate: updateSchema,
};

/** The types of events that organizations define for their own products. */
export const customEventTypeOperations = defineOperations({
  listCustomEventTypes: operation({
    method: "GET",
    path: "/organizations/{organizationId}/event-types",
    tag: "Custom events",
    summary: "List the event types that an organization defined, by name, archived ones too",
    access: "administrator",
    roles: everyMember,
    portal: "read",
    query: pageQuerySchema,
    response: pageOf(typeSchema),
    example: { response: { items: [defined] } },
  }),
  createCustomEventType: operation({
    method: "POST",
    path: "/organizations/{organizationId}/event-types",
    tag: "Custom events",
    summary: "Define an event type of the organization's own product",
    access: "administrator",
    roles: developers,
    body: creationSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    status: 201,
    response: typeSchema,
    errors: ["conflict"],
    example: { body: creation, response: defined },
  }),
  getCustomEventType: operation({
    method: "GET",
    path: "/organizations/{organizationId}/event-types/{customEventType}",
    tag: "Custom events",
    summary: "Read an event type that an organization defined",
    access: "administrator",
    roles: everyMember,
    portal: "read",
    response: typeSchema,
    example: { response: defined },
  }),
  updateCustomEventType: operation({
    method: "PATCH",
    path: "/organizations/{organizationId}/event-types/{customEventType}",
    tag: "Custom events",
    summary: "Change an event type, archive it, or bring it back",
    access: "administrator",
    roles: developers,
    body: updateSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: typeSchema,
    example: {
      body: { archived: true },
      response: { ...defined, archivedAt: "2026-02-15T09:30:00.000Z", updatedAt: "2026-02-15T09:30:00.000Z" },
    },
  }),
});
