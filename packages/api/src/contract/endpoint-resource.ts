import * as z from "zod";
import { operators } from "./callers.ts";
import { limits } from "./limits.ts";
import type { Tag } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { EndpointStatisticsResource, RecoveryResource } from "./types.ts";
import { shape } from "./shape.ts";

const recoverableFailures = ["exhausted", "rejected", "gone", "disabled", "expired"] as const;

const recoverableFailure = shape(
  "RecoverableFailure",
  "Why a delivery failed that can be resent.",
  z.enum(recoverableFailures),
);

const maxRecoveredPerSecond = 1000;
const time = z.iso.datetime();

const statisticsQuerySchema = shape(
  "EndpointStatisticsQuery",
  "The period of an endpoint's statistics.",
  z.object({
    since: time
      .optional()
      .describe("The first hour or day, which is included from its start. Defaults to a day ago."),
    step: z
      .enum(["hour", "day"])
      .optional()
      .describe("The length of each entry of `hours`. Days are in UTC. Defaults to `hour`."),
  }),
);

const percentiles = {
  p50Milliseconds: z.number().optional().describe("Median request duration. Not set without requests."),
  p95Milliseconds: z
    .number()
    .optional()
    .describe("95th percentile of request durations. Not set without requests."),
};

const statisticsSchema = shape(
  "EndpointStatisticsResource",
  "An endpoint's activity and health.",
  z.object({
    pending: z.int().describe("Deliveries waiting to be sent, counted up to 10,000."),
    sending: z.int().describe("Deliveries in flight."),
    oldestDueAt: time.optional().describe("The time when the oldest due delivery was accepted."),
    failingSince: time
      .optional()
      .describe("The start of the current series of failures. Not set after a success."),
    ...percentiles,
    hours: z
      .array(
        shape(
          "EndpointHourResource",
          "An endpoint's activity in one hour, or in one day if the query asks for days.",
          z.object({
            hour: time.describe("The start of the hour or day."),
            delivered: z.int(),
            failed: z.int().describe("Deliveries that failed permanently."),
            attempts: z
              .int()
              .describe("Number of requests. Each successful delivery had one successful request."),
            attemptMilliseconds: z.number().describe("Total duration of the requests, in milliseconds."),
            ...percentiles,
          }),
        ),
      )
      .describe("Oldest first; hours without activity are omitted."),
  }),
);

const maxEventTypes = 100;
const selectionFields = {
  failedSince: time.describe("Deliveries that failed at or after this time."),
  failedBefore: time.optional().describe("Deliveries that failed before this time. Defaults to now."),
  eventTypes: z
    .array(z.string().min(1).max(limits.identifierLength))
    .min(1, "must name at least one event type")
    .max(maxEventTypes)
    .optional()
    .describe("Deliveries of these event types. Defaults to all."),
  failures: z
    .array(recoverableFailure)
    .min(1, "must name at least one reason")
    .max(recoverableFailures.length)
    .optional()
    .describe("Deliveries that failed for these reasons. Defaults to all."),
};

const recoverySelectionSchema = shape(
  "RecoverySelection",
  "Selects failed deliveries of an endpoint. A delivery must match all filters.",
  z.object(selectionFields),
);

const recoveryCountSchema = shape(
  "RecoveryCount",
  "The number of deliveries that a recovery would resend.",
  z.object({ count: z.int() }),
);

const recoveryCreationSchema = shape(
  "RecoveryCreation",
  "A new recovery.",
  z.object({
    ...selectionFields,
    perSecond: z
      .number()
      .positive()
      .max(maxRecoveredPerSecond)
      .optional()
      .describe("Maximum number of deliveries to resend per second, up to 1,000. Defaults to 100."),
  }),
);

const recoverySchema = shape(
  "RecoveryResource",
  "A durable job that resends failed deliveries with a fresh retry schedule.",
  z.object({
    id: z.string(),
    ...selectionFields,
    perSecond: z.number(),
    status: z.enum(["running", "done", "canceled"]),
    recovered: z.int().describe("Deliveries resent so far."),
    total: z.int().describe("Matching deliveries when the recovery started."),
    createdAt: time,
    finishedAt: time.optional().describe("Not set while the recovery runs."),
  }),
);

const statisticsExample: EndpointStatisticsResource = {
  pending: 2,
  sending: 1,
  hours: [
    { hour: "2026-01-15T09:00:00.000Z", delivered: 40, failed: 1, attempts: 44, attemptMilliseconds: 1800 },
  ],
};

const recoveryExample: RecoveryResource = {
  id: "rec_1",
  failedSince: "2026-01-14T09:00:00.000Z",
  perSecond: 100,
  status: "running",
  recovered: 12,
  total: 340,
  createdAt: "2026-01-15T09:30:00.000Z",
};

/**
 * Returns the declarations shared by all kinds of endpoints: statistics and recoveries. `whose` names the
 * endpoint in the summaries.
 */
export function endpointDefinitions(tag: Tag, whose: string) {
  const common = { tag, access: "installation", roles: operators } as const;
  const reading = { ...common, keyScope: "organization:deliveries:read" } as const;
  const writing = { ...common, keyScope: "organization:deliveries:write" } as const;
  return {
    statistics: {
      ...reading,
      summary: `Read the statistics of ${whose}, by hour or day`,
      query: statisticsQuerySchema,
      response: statisticsSchema,
      example: { query: { since: "2026-01-14T09:00:00Z", step: "hour" }, response: statisticsExample },
    },
    recoveries: {
      ...reading,
      summary: `List the recoveries of ${whose}, newest first`,
      query: pageQuerySchema,
      response: pageOf(recoverySchema),
      example: { response: { items: [recoveryExample] } },
    },
    countRecovery: {
      ...reading,
      summary: `Count the deliveries that a recovery of ${whose} would resend`,
      changes: false,
      body: recoverySelectionSchema,
      status: 200,
      response: recoveryCountSchema,
      example: {
        body: {
          failedSince: "2026-01-14T09:00:00Z",
          failedBefore: "2026-01-14T12:00:00Z",
          eventTypes: ["invoice.paid"],
          failures: ["exhausted"],
        },
        response: { count: 340 },
      },
    },
    startRecovery: {
      ...writing,
      summary: `Start a recovery of ${whose}: resend failed deliveries at a limited rate`,
      body: recoveryCreationSchema,
      status: 202,
      response: recoverySchema,
      idempotent: true,
      errors: ["conflict"],
      example: { body: { failedSince: "2026-01-14T09:00:00Z" }, response: recoveryExample },
    },
    recovery: {
      ...reading,
      summary: `Read the progress of a recovery of ${whose}`,
      response: recoverySchema,
      example: { response: recoveryExample },
    },
    cancelRecovery: {
      ...writing,
      summary: `Cancel a recovery of ${whose}; deliveries it already scheduled are still sent`,
      response: recoverySchema,
      example: {
        response: { ...recoveryExample, status: "canceled", finishedAt: "2026-01-15T09:32:00.000Z" },
      },
    },
  } as const;
}
