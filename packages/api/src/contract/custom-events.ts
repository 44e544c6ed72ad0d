import * as z from "zod";
import { atMost } from "./at-most.ts";
import { developers } from "./callers.ts";
import { channelsSchema } from "./channels.ts";
import { customEventTypeSchema } from "./event-type-name.ts";
import { settingsSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const inputSchema = shape(
  "CustomEventInput",
  "A custom event to emit.",
  z.object({
    type: customEventTypeSchema.describe("A defined type that isn't archived, such as `invoice.paid`."),
    data: settingsSchema.describe(
      "The `data` that endpoints receive. It must match the type's schema, if there is one; at most 64 KiB of JSON.",
    ),
    channels: channelsSchema
      .optional()
      .describe(
        `Labels of the event. Endpoints with channels receive it only if they share one. ${atMost(limits.channels)}`,
      ),
    ordering: shape(
      "EventOrdering",
      "Events of the organization with the same key are delivered to each endpoint one at a time, in the order they were accepted, including retries.",
      z.object({
        key: z
          .string()
          .min(1)
          .max(limits.identifierLength)
          .describe(`For example an order's id. ${atMost(limits.identifierLength, "characters")}`),
        onFailure: z
          .enum(["block", "skip"])
          .describe(
            "`block`: after a permanent failure later events wait until the delivery is resent successfully or canceled. `skip`: the next event is sent.",
          ),
      }),
    ).optional(),
    dueAt: z.iso
      .datetime()
      .optional()
      .describe(
        "The earliest time to deliver the event. Later events with the same ordering key wait for it. Defaults to now.",
      ),
    expiresAt: z.iso
      .datetime()
      .optional()
      .describe(
        "When delivery stops: pending deliveries then fail as `expired`. By default only the retry schedule limits delivery.",
      ),
    idempotencyKey: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .optional()
      .describe(
        "At most 200 characters. A repeated key in the organization is accepted once, for as long as the event is stored. Defaults to the event's position under the request's `Idempotency-Key`.",
      ),
  }),
);

const emissionSchema = shape(
  "CustomEventEmission",
  "Events to emit, all or none.",
  z.object({
    events: z.array(inputSchema).min(1).max(limits.emittedEvents).describe("1 to 1,000."),
  }),
);

const acceptedSchema = shape(
  "AcceptedCustomEvents",
  "The accepted events, in request order.",
  z.object({
    events: z.array(
      shape(
        "AcceptedCustomEvent",
        "An accepted event.",
        z.object({
          id: z.string(),
          created: z.boolean().describe("`false` if the event had already been accepted."),
        }),
      ),
    ),
  }),
);

/** Operations for custom events. */
export const customEventOperations = defineOperations({
  emitCustomEvents: operation({
    method: "POST",
    path: "/organizations/{organizationId}/events",
    tag: "Custom events",
    summary: "Emit custom events to webhook endpoints, all or none",
    access: "administrator",
    roles: developers,
    audit: false,
    emits: "each",
    body: emissionSchema,
    maxBodyBytes: limits.emissionBodyBytes,
    status: 202,
    response: acceptedSchema,
    idempotent: true,
    errors: ["conflict"],
    example: {
      body: {
        events: [
          {
            type: "invoice.paid",
            data: { invoiceId: "inv_1", cents: 4200 },
            channels: ["project-7"],
            ordering: { key: "inv_1", onFailure: "block" },
            idempotencyKey: "inv_1-paid",
          },
        ],
      },
      response: { events: [{ id: "evt_1", created: true }] },
    },
  }),
});
