import * as z from "zod";
import { atMost } from "./at-most.ts";
import { operators } from "./callers.ts";
import { deliveryFilterFields, deliverySchema } from "./deliveries.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const maxSpans = 180;
const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const count = z.int().min(0);

const countQuerySchema = shape(
  "DeliveryCountQuery",
  "Selects the deliveries to count.",
  z.object({
    organization: identifier.optional().describe("Only this organization's deliveries."),
    ...deliveryFilterFields,
    since: time
      .optional()
      .describe("The start of the first interval. Defaults to a day before the last interval ends."),
    before: time.optional().describe("The end of the last interval. Defaults to now."),
    spans: z.coerce
      .number<number>()
      .int()
      .min(1)
      .max(maxSpans)
      .optional()
      .describe("The number of equal intervals, at most 180. Defaults to 48."),
  }),
);

const countsSchema = shape(
  "DeliveryCounts",
  "Delivery counts per interval, oldest first.",
  z.object({
    spans: z.array(
      shape(
        "DeliveryCountResource",
        "Delivery counts of one interval.",
        z.object({
          since: time.describe("The start of the interval."),
          open: count.describe("Neither delivered nor failed."),
          delivered: count,
          failed: count,
        }),
      ),
    ),
  }),
);

const causeQuerySchema = shape(
  "FailureCauseQuery",
  "Selects the failed deliveries to group.",
  z.object({
    organization: identifier.optional().describe("Only this organization's deliveries."),
    ...deliveryFilterFields,
    since: time.optional().describe("Only events at or after this time. Defaults to a day before `before`."),
    before: time.optional().describe("Only events before this time. Defaults to now."),
  }),
);

const { installationId, target, failure, responseStatus, errorCode } = deliverySchema.shape;

const statusSchema = shape(
  "FailureCauseStatus",
  "The status of failures with the same cause: `open`, `acknowledged` or `resolved`. A resolved cause reopens at its next failure. Statuses expire after 90 days.",
  z.enum(["open", "acknowledged", "resolved"]),
);

const causeSchema = shape(
  "FailureCauseResource",
  "Failed deliveries to one target with the same cause.",
  z.object({
    installationId,
    target,
    failure: failure.unwrap().describe("Why the deliveries aren't retried."),
    responseStatus,
    errorCode,
    count: count.describe("The number of deliveries, counted up to the target's latest 10,000 failures."),
    failedAt: time.describe("When the latest of the deliveries failed."),
    status: statusSchema,
  }),
);

const statusChangeSchema = shape(
  "FailureCauseStatusChange",
  "The new status of failures to one target with the same cause, as in `FailureCauseResource`.",
  z.object({
    installationId: identifier,
    endpointId: identifier
      .optional()
      .describe("The webhook endpoint. Defaults to the installation's integration."),
    failure: causeSchema.shape.failure,
    responseStatus,
    errorCode: z.string().max(limits.identifierLength).optional(),
    status: statusSchema,
  }),
);

const failureCausesSchema = shape(
  "FailureCauses",
  "Groups of failed deliveries.",
  z.object({ items: z.array(causeSchema).describe("The 100 largest groups, largest first.") }),
);

const selectionSchema = shape(
  "DeliverySelection",
  "The deliveries to resend.",
  z.object({
    deliveryIds: z.array(identifier).min(1).max(limits.pageItems).describe(atMost(limits.pageItems)),
  }),
);

const sentSchema = shape(
  "SentDeliveries",
  "The result of resending deliveries.",
  z.object({
    resent: count.describe("Deliveries that are now due."),
    leftAlone: count.describe("Deliveries that were skipped: in flight, queued behind another, or expunged."),
  }),
);

const bodySchema = shape(
  "DeliveryBody",
  "The content of a delivery.",
  z.object({
    body: z
      .string()
      .describe(
        "The event as text: the exact body that an endpoint receives, or the event inside an integration's envelope.",
      ),
  }),
);

/** Operations that find deliveries and resend many of them. */
export const deliverySearchOperations = defineOperations({
  countDeliveries: operation({
    method: "GET",
    path: "/deliveries/counts",
    tag: "Events and deliveries",
    summary: "Count deliveries by event time",
    access: "administrator",
    keyScope: "organization:deliveries:read",
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
  groupFailedDeliveries: operation({
    method: "GET",
    path: "/deliveries/failure-causes",
    tag: "Events and deliveries",
    summary: "Group failed deliveries by target and cause",
    access: "administrator",
    keyScope: "organization:deliveries:read",
    roles: operators,
    portal: "read",
    agents: true,
    query: causeQuerySchema,
    response: failureCausesSchema,
    example: {
      query: { since: "2026-01-15T09:00:00Z" },
      response: {
        items: [
          {
            installationId: "ins_1",
            target: { kind: "endpoint", endpointId: "whe_1", url: "https://hooks.example/plugboard" },
            failure: "exhausted",
            responseStatus: 503,
            count: 12,
            failedAt: "2026-01-15T09:30:00.000Z",
            status: "open",
          },
        ],
      },
    },
  }),
  setFailureCauseStatus: operation({
    method: "PUT",
    path: "/organizations/{organizationId}/failure-causes",
    tag: "Events and deliveries",
    summary: "Acknowledge, resolve or reopen failures with the same cause",
    access: "administrator",
    keyScope: "organization:deliveries:write",
    roles: operators,
    body: statusChangeSchema,
    example: {
      body: {
        installationId: "ins_1",
        endpointId: "whe_1",
        failure: "exhausted",
        responseStatus: 503,
        status: "acknowledged",
      },
    },
  }),
  sendDeliveriesAgain: operation({
    method: "POST",
    path: "/deliveries/send-again",
    tag: "Events and deliveries",
    summary: "Resend many deliveries, each with a fresh retry schedule",
    access: "administrator",
    keyScope: "organization:deliveries:write",
    roles: operators,
    portal: "change",
    body: selectionSchema,
    response: sentSchema,
    errors: ["not_found"],
    example: { body: { deliveryIds: ["dlv_1", "dlv_2"] }, response: { resent: 2, leftAlone: 0 } },
  }),
  getDeliveryBody: operation({
    method: "GET",
    path: "/installations/{installationId}/deliveries/{deliveryId}/body",
    tag: "Events and deliveries",
    summary: "Read a delivery's content",
    access: "removedInstallation",
    keyScope: "organization:bodies:read",
    roles: operators,
    portal: "read",
    agents: true,
    response: bodySchema,
    errors: ["expunged"],
    example: { response: { body: '{"type":"invoice.paid","eventId":"evt_1"}' } },
  }),
});
