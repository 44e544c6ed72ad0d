import * as z from "zod";
import { operators } from "./callers.ts";
import { limits } from "./limits.ts";
import type { Tag } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** What happened at an endpoint in one hour. */
export interface EndpointHourResource {
  /** ISO 8601 time at which the hour began. */
  readonly hour: string;
  readonly delivered: number;
  /** Deliveries that failed for good. */
  readonly failed: number;
  /** Requests made; each delivered one had one that succeeded. */
  readonly attempts: number;
  /** What all these requests took together. */
  readonly attemptMilliseconds: number;
  /** How long half of these requests took at most, to the class they are counted in; absent when nothing was counted. */
  readonly p50Milliseconds?: number | undefined;
  /** How long 95 % of these requests took at most. */
  readonly p95Milliseconds?: number | undefined;
}

/** How an endpoint is doing. */
export interface EndpointStatisticsResource {
  /** Deliveries that wait to be sent, counted up to 10,000. */
  readonly pending: number;
  /** Deliveries that are in flight. */
  readonly sending: number;
  /** ISO 8601 time at which the oldest delivery that is due was accepted. */
  readonly oldestDueAt?: string | undefined;
  /** ISO 8601 time of the first of an unbroken row of failures; absent after a success. */
  readonly failingSince?: string | undefined;
  /** How long half of the requests of all these hours took at most; absent when nothing was counted. */
  readonly p50Milliseconds?: number | undefined;
  /** How long 95 % of them took at most. */
  readonly p95Milliseconds?: number | undefined;
  /** Oldest first; hours in which nothing happened are left out. */
  readonly hours: readonly EndpointHourResource[];
}

/** Query of an endpoint's statistics. */
export interface EndpointStatisticsQuery {
  /** ISO 8601 time of the first hour; a day ago when left out. */
  readonly since?: string | undefined;
}

/** Why a delivery failed that can be sent again. */
export type RecoverableFailure = (typeof recoverableFailures)[number];

const recoverableFailures = ["exhausted", "rejected", "gone", "disabled", "expired"] as const;

/** Which failed deliveries of an endpoint are meant. All parts must hold. */
export interface RecoverySelection {
  /** ISO 8601 time: everything that failed from then on. */
  readonly failedSince: string;
  /** ISO 8601 time: what failed before then. Until now when left out. */
  readonly failedBefore?: string | undefined;
  /** Of events of these types; of all when left out. */
  readonly eventTypes?: readonly string[] | undefined;
  /** For these reasons; for all when left out. */
  readonly failures?: readonly RecoverableFailure[] | undefined;
}

/** How many deliveries a recovery would send again. */
export interface RecoveryCount {
  readonly count: number;
}

/** Which deliveries of an endpoint to recover. */
export interface RecoveryCreation extends RecoverySelection {
  /** Deliveries put back a second, at most; 100 when left out, and no more than 1,000. */
  readonly perSecond?: number | undefined;
}

/** A durable job that sends failed deliveries again, with all their retries before them. */
export interface RecoveryResource extends RecoverySelection {
  readonly id: string;
  readonly perSecond: number;
  readonly status: "running" | "done" | "canceled";
  /** Deliveries put back so far. */
  readonly recovered: number;
  /** Deliveries that had failed when the recovery began. */
  readonly total: number;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time; absent while it is running. */
  readonly finishedAt?: string | undefined;
}

const maxRecoveredPerSecond = 1000;
const time = z.iso.datetime();

const statisticsQuerySchema: z.ZodType<EndpointStatisticsQuery, EndpointStatisticsQuery> = z.object({
  since: time.meta({ description: "The first hour; a day ago when left out." }).optional(),
});

const percentiles = { p50Milliseconds: z.number().optional(), p95Milliseconds: z.number().optional() };

const statisticsSchema: z.ZodType<EndpointStatisticsResource> = z.object({
  pending: z.int(),
  sending: z.int(),
  oldestDueAt: time.optional(),
  failingSince: time.optional(),
  ...percentiles,
  hours: z.array(
    z.object({
      hour: time,
      delivered: z.int(),
      failed: z.int(),
      attempts: z.int(),
      attemptMilliseconds: z.number(),
      ...percentiles,
    }),
  ),
});

const maxEventTypes = 100;
const selectionFields = {
  failedSince: time,
  failedBefore: time.optional(),
  eventTypes: z
    .array(z.string().min(1).max(limits.identifierLength))
    .min(1, "must name at least one event type")
    .max(maxEventTypes)
    .optional(),
  failures: z
    .array(z.enum(recoverableFailures))
    .min(1, "must name at least one reason")
    .max(recoverableFailures.length)
    .optional(),
};

const recoverySelectionSchema: z.ZodType<RecoverySelection, RecoverySelection> = z.object(selectionFields);

const recoveryCountSchema: z.ZodType<RecoveryCount> = z.object({ count: z.int() });

const recoveryCreationSchema: z.ZodType<RecoveryCreation, RecoveryCreation> = z.object({
  ...selectionFields,
  perSecond: z.number().positive().max(maxRecoveredPerSecond).optional(),
});

const recoverySchema: z.ZodType<RecoveryResource> = z.object({
  id: z.string(),
  ...selectionFields,
  perSecond: z.number(),
  status: z.enum(["running", "done", "canceled"]),
  recovered: z.int(),
  total: z.int(),
  createdAt: time,
  finishedAt: time.optional(),
});

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

/** Schemas of this file that the OpenAPI document names. */
export const endpointSchemas = {
  EndpointStatistics: statisticsSchema,
  RecoveryCreation: recoveryCreationSchema,
  RecoverySelection: recoverySelectionSchema,
  RecoveryCount: recoveryCountSchema,
  Recovery: recoverySchema,
};

/**
 * What is said of the operations that every kind of endpoint has: its statistics and its recoveries. `whose` names the endpoint
 * in their summaries.
 */
export function endpointDefinitions(tag: Tag, whose: string) {
  const common = { tag, access: "installation", roles: operators } as const;
  return {
    statistics: {
      ...common,
      summary: `Read how ${whose} is doing, hour by hour`,
      query: statisticsQuerySchema,
      response: statisticsSchema,
      example: { query: { since: "2026-01-14T09:00:00Z" }, response: statisticsExample },
    },
    recoveries: {
      ...common,
      summary: `List the recoveries of ${whose}, newest first`,
      query: pageQuerySchema,
      response: pageOf(recoverySchema),
      example: { response: { items: [recoveryExample] } },
    },
    countRecovery: {
      ...common,
      summary: `Count what a recovery of ${whose} would send again, before it is started`,
      changes: false,
      body: recoverySelectionSchema,
      status: 200,
      response: recoveryCountSchema,
      example: {
        body: {
          failedSince: "2026-01-14T09:00:00Z",
          failedBefore: "2026-01-14T12:00:00Z",
          eventTypes: ["space_content_updated"],
          failures: ["exhausted"],
        },
        response: { count: 340 },
      },
    },
    startRecovery: {
      ...common,
      summary: `Send again what failed at ${whose} since a time, so many a second`,
      body: recoveryCreationSchema,
      status: 202,
      response: recoverySchema,
      idempotent: true,
      errors: ["conflict"],
      example: { body: { failedSince: "2026-01-14T09:00:00Z" }, response: recoveryExample },
    },
    recovery: {
      ...common,
      summary: `Read how far a recovery of ${whose} is`,
      response: recoverySchema,
      example: { response: recoveryExample },
    },
    cancelRecovery: {
      ...common,
      summary: `End a recovery of ${whose}; what it put back is sent all the same`,
      response: recoverySchema,
      example: {
        response: { ...recoveryExample, status: "canceled", finishedAt: "2026-01-15T09:32:00.000Z" },
      },
    },
  } as const;
}
