import * as z from "zod";
import type { JsonObject } from "../events/ui-render.ts";
import { developers } from "./callers.ts";
import { channelsSchema } from "./channels.ts";
import { customEventTypeSchema } from "./event-type-name.ts";
import { boundedMap, jsonSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** Something that happened in an organization's own product. */
export interface CustomEventInput {
  /** As in `invoice.paid`: defined before, and not archived. */
  readonly type: string;
  /** What endpoints get as `data`. It has to match the schema of its type, where that has one; at most 64 KiB as JSON. */
  readonly data: JsonObject;
  /** What it is about: endpoints that name channels get it where they name one of these. At most 100. */
  readonly channels?: readonly string[] | undefined;
  /** ISO 8601 time after which it is no longer sent and fails as `expired`. Default: retried like any event. */
  readonly expiresAt?: string | undefined;
  /**
   * The caller's name for it, of at most 200 characters: an event of the organization that has the same one is accepted once, for as
   * long as it is kept. Default: its place in the request, under the request's `Idempotency-Key`.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Events to emit, all or none. */
export interface CustomEventEmission {
  /** 1 to 1000. */
  readonly events: readonly CustomEventInput[];
}

/** An event that was accepted. */
export interface AcceptedCustomEvent {
  readonly id: string;
  /** `false` where an earlier request, or an earlier one of these, had it already. */
  readonly created: boolean;
}

/** The events that were accepted, in the order of the request. */
export interface AcceptedCustomEvents {
  readonly events: readonly AcceptedCustomEvent[];
}

const inputSchema: z.ZodType<CustomEventInput, CustomEventInput> = z.object({
  type: customEventTypeSchema,
  data: boundedMap(jsonSchema),
  channels: channelsSchema.optional(),
  expiresAt: z.iso.datetime().optional(),
  idempotencyKey: z.string().min(1).max(limits.identifierLength).optional(),
});

const emissionSchema: z.ZodType<CustomEventEmission, CustomEventEmission> = z.object({
  events: z.array(inputSchema).min(1).max(limits.emittedEvents),
});

const acceptedSchema: z.ZodType<AcceptedCustomEvents> = z.object({
  events: z.array(z.object({ id: z.string(), created: z.boolean() })),
});

/** Schemas of this file that the OpenAPI document names. */
export const customEventSchemas = {
  CustomEventInput: inputSchema,
  CustomEventEmission: emissionSchema,
  AcceptedCustomEvents: acceptedSchema,
};

/** What happens in the products of organizations. */
export const customEventOperations = defineOperations({
  emitCustomEvents: operation({
    method: "POST",
    path: "/organizations/{organizationId}/events",
    tag: "Custom events",
    summary: "Emit events of the organization's own product to webhook endpoints, all or none",
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
            idempotencyKey: "inv_1-paid",
          },
        ],
      },
      response: { events: [{ id: "evt_1", created: true }] },
    },
  }),
});
