import * as z from "zod";
import { operators } from "./callers.ts";
import { deliveryFilterFields } from "./deliveries.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** Query of the counts of deliveries. */
export interface DeliveryCountQuery {
  /** Only deliveries of this organization. */
  readonly organization?: string | undefined;
  readonly eventType?: string | undefined;
  /** A webhook endpoint's id; the installation's own id stands for its integration. */
  readonly endpointId?: string | undefined;
  /** The status of the last response. */
  readonly responseStatus?: number | undefined;
  /** ISO 8601 time at which the first span begins; a day before the last one ends when left out. */
  readonly since?: string | undefined;
  /** ISO 8601 time at which the last span ends; now when left out. */
  readonly before?: string | undefined;
  /** How many spans of the same length to count in; 48 when left out, and no more than 180. */
  readonly spans?: number | undefined;
}

/** How many deliveries of a span of time are where. */
export interface DeliveryCountResource {
  /** ISO 8601 time at which the span begins. */
  readonly since: string;
  /** Neither delivered nor failed yet. */
  readonly open: number;
  readonly delivered: number;
  readonly failed: number;
}

/** The counts of deliveries, span by span, oldest first. */
export interface DeliveryCounts {
  readonly spans: readonly DeliveryCountResource[];
}

/** Which deliveries to send again. */
export interface DeliverySelection {
  /** At most 100. */
  readonly deliveryIds: readonly string[];
}

/** What came of sending deliveries again. */
export interface SentDeliveries {
  /** Deliveries that are due now. */
  readonly sentAgain: number;
  /** Deliveries that were in flight, behind another one, or expunged, and are left alone. */
  readonly leftAlone: number;
}

/** What a delivery carries. */
export interface DeliveryBody {
  /** The event as text: the very body that an endpoint gets, or the event that an integration's envelope is made from. */
  readonly body: string;
}

const maxSpans = 180;
const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const count = z.int().min(0);

const countQuerySchema: z.ZodType<DeliveryCountQuery, DeliveryCountQuery> = z.object({
  organization: identifier.meta({ description: "Only deliveries of this organization." }).optional(),
  ...deliveryFilterFields,
  since: time
    .meta({ description: "When the first span begins; a day before the last one ends when left out." })
    .optional(),
  before: time.meta({ description: "When the last span ends; now when left out." }).optional(),
  spans: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(maxSpans)
    .meta({ description: "How many spans to count in; 48 when left out." })
    .optional(),
});

const countsSchema: z.ZodType<DeliveryCounts> = z.object({
  spans: z.array(z.object({ since: time, open: count, delivered: count, failed: count })),
});

const selectionSchema: z.ZodType<DeliverySelection, DeliverySelection> = z.object({
  deliveryIds: z.array(identifier).min(1).max(limits.pageItems),
});

const sentSchema: z.ZodType<SentDeliveries> = z.object({ sentAgain: count, leftAlone: count });

const bodySchema: z.ZodType<DeliveryBody> = z.object({ body: z.string() });

/** Schemas of this file that the OpenAPI document names. */
export const deliverySearchSchemas = {
  DeliveryCounts: countsSchema,
  DeliverySelection: selectionSchema,
  SentDeliveries: sentSchema,
  DeliveryBody: bodySchema,
};

/** What finding deliveries takes, and sending many of them again. */
export const deliverySearchOperations = defineOperations({
  countDeliveries: operation({
    method: "GET",
    path: "/deliveries/counts",
    tag: "Events and deliveries",
    summary: "Count deliveries by when their events happened",
    access: "administrator",
    roles: operators,
    portal: "read",
    query: countQuerySchema,
    response: countsSchema,
    example: {
      query: { since: "2026-01-15T09:00:00Z", before: "2026-01-15T11:00:00Z", spans: 2 },
      response: {
        spans: [
          { since: "2026-01-15T09:00:00.000Z", open: 0, delivered: 40, failed: 1 },
          { since: "2026-01-15T10:00:00.000Z", open: 2, delivered: 12, failed: 0 },
        ],
      },
    },
  }),
  sendDeliveriesAgain: operation({
    method: "POST",
    path: "/deliveries/send-again",
    tag: "Events and deliveries",
    summary: "Send many deliveries again, each with all its retries before it",
    access: "administrator",
    roles: operators,
    portal: "change",
    body: selectionSchema,
    response: sentSchema,
    errors: ["not_found"],
    example: { body: { deliveryIds: ["dlv_1", "dlv_2"] }, response: { sentAgain: 2, leftAlone: 0 } },
  }),
  getDeliveryBody: operation({
    method: "GET",
    path: "/installations/{installationId}/deliveries/{deliveryId}/body",
    tag: "Events and deliveries",
    summary: "Read what a delivery carries",
    access: "removedInstallation",
    roles: operators,
    portal: "read",
    response: bodySchema,
    errors: ["expunged"],
    example: { response: { body: '{"type":"space_content_updated","eventId":"evt_1"}' } },
  }),
});
