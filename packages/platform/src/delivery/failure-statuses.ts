import type { Transaction } from "kysely";
import * as z from "zod";
import { dayMilliseconds } from "../common/durations.ts";
import type { FailureCauseStatus, FailureCauseStatusChange } from "@plugboard/api/client";
import type { FailureGroup } from "@plugboard/webhook-delivery";
import { orNotFound } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { getInstallation } from "../installations/installations.ts";

/** The endpoint and the reason of failures that are grouped. */
export type Cause = Pick<FailureGroup, "endpointId" | "failureReason" | "lastStatus" | "lastErrorCode">;

/** How long a status is kept after its last change. */
const keptMilliseconds = 90 * dayMilliseconds;

/** Status codes and error codes come from endpoints, so that an endpoint can have any number of causes. */
const keptCauses = 200;

/**
 * Acknowledges, resolves or reopens the failures of an endpoint with the same cause. The endpoint's newest 200 statuses
 * are kept.
 *
 * @throws PlatformError `not_found` if the organization has no such endpoint
 */
export async function setFailureStatus(
  context: PlatformContext,
  organizationId: string,
  { installationId, endpointId = installationId, status, ...cause }: FailureCauseStatusChange,
): Promise<void> {
  const { db, deliveries, now } = context;
  const installation = await getInstallation(context, installationId);
  const isOwn = installation.organizationId === organizationId;
  const endpoint = isOwn ? await deliveries.getEndpoint(endpointId) : undefined;
  orNotFound(endpoint?.tenant === installationId ? endpoint : undefined, `endpoint ${endpointId}`);
  const key = keyOf({
    endpointId,
    failureReason: cause.failure,
    lastStatus: cause.responseStatus,
    lastErrorCode: cause.errorCode,
  });
  const changed = { status, changed_at: now() };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("failure_statuses")
      .where("organization_id", "=", organizationId)
      .where("changed_at", "<", now() - keptMilliseconds)
      .execute();
    await transaction
      .insertInto("failure_statuses")
      .values({
        endpoint_id: endpointId,
        cause: key,
        organization_id: organizationId,
        opened_at: null,
        ...changed,
      })
      .onConflict((conflict) => conflict.columns(["endpoint_id", "cause"]).doUpdateSet(changed))
      .execute();
    await keepNewest(transaction, endpointId);
  });
}

/**
 * Opens the failures of an endpoint with the same cause after a delivery failed, unless they are open or acknowledged
 * already.
 *
 * @param failedAt - Unix time in milliseconds
 */
export async function openFailures(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  cause: Cause,
  failedAt: number,
): Promise<void> {
  const opened = { status: "open", changed_at: failedAt, opened_at: failedAt } as const;
  const { endpointId } = cause;
  await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto("failure_statuses")
      .values({ endpoint_id: endpointId, cause: keyOf(cause), organization_id: organizationId, ...opened })
      .onConflict((conflict) =>
        conflict
          .columns(["endpoint_id", "cause"])
          .doUpdateSet(opened)
          .where("failure_statuses.status", "=", "resolved")
          .where("failure_statuses.changed_at", "<", failedAt),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) await keepNewest(transaction, endpointId);
  });
}

/** Resolves all failures of an endpoint, whose next failure opens its cause again. */
export async function resolveFailures(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  organizationId: string,
  endpointId: string,
): Promise<void> {
  await db
    .updateTable("failure_statuses")
    .set({ status: "resolved", changed_at: now() })
    .where("organization_id", "=", organizationId)
    .where("endpoint_id", "=", endpointId)
    .execute();
}

async function keepNewest(transaction: Transaction<Tables>, endpointId: string): Promise<void> {
  const newest = transaction
    .selectFrom("failure_statuses")
    .select("cause")
    .where("endpoint_id", "=", endpointId)
    .orderBy("changed_at", "desc")
    .orderBy("cause")
    .limit(keptCauses);
  await transaction
    .deleteFrom("failure_statuses")
    .where("endpoint_id", "=", endpointId)
    .where("cause", "not in", newest)
    .execute();
}

/** Returns the noted failures whose causes are neither open nor acknowledged since. */
export async function selectUnopened<Failed extends Cause & { readonly failedAt: number }>(
  { db }: Pick<PlatformContext, "db">,
  failures: readonly Failed[],
): Promise<readonly Failed[]> {
  const rows = await db
    .selectFrom("failure_statuses")
    .select(["cause", "status", "changed_at"])
    .where("endpoint_id", "in", inList(failures.map(({ endpointId }) => endpointId)))
    .where("cause", "in", inList(failures.map(keyOf)))
    .execute();
  const byCause = new Map(rows.map((row) => [row.cause, row]));
  return failures.filter((failure) => {
    const row = byCause.get(keyOf(failure));
    return row === undefined || (row.status === "resolved" && row.changed_at < failure.failedAt);
  });
}

/** Failures with a cause that is new, or that failed again after it was resolved. */
export interface OpenedFailures {
  readonly organizationId: string;
  readonly endpointId: string;
  /** JSON of the endpoint, the reason, the response status and the error code. */
  readonly cause: string;
  /** The error code or the response status, such as `HTTP 503`. Otherwise the reason, such as `exhausted`. */
  readonly reason: string;
  /** Unix time in milliseconds. */
  readonly openedAt: number;
}

const causeSchema = z.tuple([z.string(), z.string(), z.number().nullable(), z.string().nullable()]);

/** Causes come from endpoints. One that responds with ever new statuses must not flood its organization with alerts. */
const maxOpenedByEndpoint = 5;
const maxOpened = 1000;

/**
 * Returns the failures that opened since a time and are still open, oldest first: at most 5 of each endpoint.
 *
 * @param since - Unix time in milliseconds
 *
 * @example
 * import { listOpenedFailures, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { endpointId, reason } of await listOpenedFailures(platform, Date.now() - 3_600_000))
 *   console.log(endpointId, reason);
 */
export async function listOpenedFailures(
  { db }: Pick<PlatformContext, "db">,
  since: number,
): Promise<readonly OpenedFailures[]> {
  const rows = await db
    .selectFrom("failure_statuses")
    .select(["organization_id", "endpoint_id", "cause", "status", "opened_at"])
    .where("opened_at", ">=", since)
    .orderBy("opened_at")
    .orderBy("cause")
    .limit(maxOpened)
    .execute();
  const ofEndpoints = Map.groupBy(rows, ({ endpoint_id: endpointId }) => endpointId);
  return [...ofEndpoints.values()]
    .flatMap((own) => own.slice(0, maxOpenedByEndpoint))
    .filter(({ status }) => status === "open")
    .map(({ organization_id: organizationId, endpoint_id: endpointId, cause, opened_at: openedAt }) => {
      const [, failure, status, errorCode] = causeSchema.parse(JSON.parse(cause));
      const reason = errorCode ?? (status === null ? failure : `HTTP ${status}`);
      return { organizationId, endpointId, cause, reason, openedAt: openedAt ?? since };
    });
}

/**
 * Returns the status of each group of failures. A resolved group is open again once another delivery fails for
 * the same cause.
 */
export async function readFailureStatuses(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  groups: readonly FailureGroup[],
): Promise<(group: FailureGroup) => FailureCauseStatus> {
  const endpointIds = [...new Set(groups.map(({ endpointId }) => endpointId))];
  const rows =
    endpointIds.length === 0
      ? []
      : await db
          .selectFrom("failure_statuses")
          .select(["cause", "status", "changed_at"])
          .where("endpoint_id", "in", inList(endpointIds))
          .where("cause", "in", inList(groups.map(keyOf)))
          .where("changed_at", ">=", now() - keptMilliseconds)
          .execute();
  const byCause = new Map(rows.map((row) => [row.cause, row]));
  return (group) => {
    const { status = "open", changed_at: changedAt = 0 } = byCause.get(keyOf(group)) ?? {};
    return status === "resolved" && group.failedAt > changedAt ? "open" : status;
  };
}

/** Returns the key of a cause, which is the same in every request. */
export function keyOf({ endpointId, failureReason, lastStatus, lastErrorCode }: Cause): string {
  return JSON.stringify([endpointId, failureReason, lastStatus ?? null, lastErrorCode ?? null]);
}
