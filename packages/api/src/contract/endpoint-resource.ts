import * as z from "zod";

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
  /** Oldest first; hours in which nothing happened are left out. */
  readonly hours: readonly EndpointHourResource[];
}

/** Query of an endpoint's statistics. */
export interface EndpointStatisticsQuery {
  /** ISO 8601 time of the first hour; a day ago when left out. */
  readonly since?: string | undefined;
}

/** Which deliveries of an endpoint to recover. */
export interface RecoveryCreation {
  /** ISO 8601 time: everything that failed from then on until now. */
  readonly failedSince: string;
  /** Deliveries put back a second, at most; 100 when left out, and no more than 1,000. */
  readonly perSecond?: number | undefined;
}

/** A durable job that sends failed deliveries again, with all their retries before them. */
export interface RecoveryResource {
  readonly id: string;
  /** ISO 8601 time. */
  readonly failedSince: string;
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

/** Checks the query of an endpoint's statistics. */
export const statisticsQuerySchema: z.ZodType<EndpointStatisticsQuery, EndpointStatisticsQuery> = z.object({
  since: time.meta({ description: "The first hour; a day ago when left out." }).optional(),
});

/** Checks an endpoint's statistics. */
export const statisticsSchema: z.ZodType<EndpointStatisticsResource> = z.object({
  pending: z.int(),
  sending: z.int(),
  oldestDueAt: time.optional(),
  failingSince: time.optional(),
  hours: z.array(
    z.object({
      hour: time,
      delivered: z.int(),
      failed: z.int(),
      attempts: z.int(),
      attemptMilliseconds: z.number(),
    }),
  ),
});

/** Checks what a recovery is made from. */
export const recoveryCreationSchema: z.ZodType<RecoveryCreation, RecoveryCreation> = z.object({
  failedSince: time,
  perSecond: z.number().positive().max(maxRecoveredPerSecond).optional(),
});

/** Checks a recovery. */
export const recoverySchema: z.ZodType<RecoveryResource> = z.object({
  id: z.string(),
  failedSince: time,
  perSecond: z.number(),
  status: z.enum(["running", "done", "canceled"]),
  recovered: z.int(),
  total: z.int(),
  createdAt: time,
  finishedAt: time.optional(),
});

/** An endpoint's statistics, for examples. */
export const statisticsExample: EndpointStatisticsResource = {
  pending: 2,
  sending: 1,
  hours: [
    { hour: "2026-01-15T09:00:00.000Z", delivered: 40, failed: 1, attempts: 44, attemptMilliseconds: 1800 },
  ],
};

/** A recovery, for examples. */
export const recoveryExample: RecoveryResource = {
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
  Recovery: recoverySchema,
};
