import * as z from "zod";
import { developers, everyMember } from "./callers.ts";
import { customEventTypeSchema } from "./event-type-name.ts";
import { settingsSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { CustomEventTypeResource, CustomEventTypeCreation } from "./types.ts";
import { shape } from "./shape.ts";

const maxSummaryLength = 200;
const maxVersionLength = 20;
const summary = z.string().trim().min(1).max(maxSummaryLength);
const version = z.string().trim().min(1).max(maxVersionLength);
const object = z.record(z.string(), z.unknown());
const time = z.iso.datetime();

const typeSchema = shape(
  "CustomEventTypeResource",
  "An event type that an organization defined for its own product.",
  z.object({
    type: customEventTypeSchema,
    summary: z.string().describe("A description of the event."),
    version: z.string().describe("The schema's version. It increases with breaking changes."),
    schema: object
      .optional()
      .describe("JSON Schema (draft 2020-12) of the events' `data`. Not set if any data is accepted."),
    example: object.optional().describe("Sample event data."),
    archivedAt: time
      .optional()
      .describe("The time when the type was archived. Archived types accept no new events or subscriptions."),
    createdAt: time,
    updatedAt: time,
  }),
);

const creationSchema = shape(
  "CustomEventTypeCreation",
  "A new event type.",
  z.object({
    type: customEventTypeSchema.describe(
      "Two or more words of lower-case letters, digits, `_` and `-`, separated by dots, such as `invoice.paid`. At most 100 characters.",
    ),
    summary: summary.describe("At most 200 characters."),
    version: version.optional().describe("At most 20 characters. Defaults to `1`."),
    schema: settingsSchema
      .optional()
      .describe(
        "JSON Schema (draft 2020-12) of the events' `data`, at most 64 KiB together with the example. Its `examples` are further examples and must match it. It may reference its own `$defs` without cycles. `pattern`, `patternProperties` and `uniqueItems` are not allowed, so that validation time is bounded.",
      ),
    example: settingsSchema.optional().describe("Sample event data that matches the schema."),
  }),
);

const updateSchema = shape(
  "CustomEventTypeUpdate",
  "Changes to an event type. Omitted fields keep their values.",
  z.object({
    summary: summary.optional(),
    version: version.optional(),
    schema: settingsSchema.nullish().describe("As in `CustomEventTypeCreation`; `null` accepts any data."),
    example: settingsSchema.nullish(),
    archived: z
      .boolean()
      .optional()
      .describe(
        "`true` stops new events and subscriptions, `false` allows them again. Existing subscriptions are kept.",
      ),
  }),
);

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

/** Operations for custom event types. */
export const customEventTypeOperations = defineOperations({
  listCustomEventTypes: operation({
    method: "GET",
    path: "/organizations/{organizationId}/event-types",
    tag: "Custom events",
    summary: "List an organization's custom event types by name, including archived ones",
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
    summary: "Define a custom event type",
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
    summary: "Read a custom event type",
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
    summary: "Change, archive or restore a custom event type",
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
