import { dayMilliseconds } from "../common/durations.ts";
import type { FailureCauseStatus, FailureCauseStatusChange } from "@plugboard/api/client";
import type { FailureGroup } from "@plugboard/webhook-delivery";
import { orNotFound } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getInstallation } from "../installations/installations.ts";

type Cause = Pick<FailureGroup, "endpointId" | "failureReason" | "lastStatus" | "lastErrorCode">;

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
      .values({ endpoint_id: endpointId, cause: key, organization_id: organizationId, ...changed })
      .onConflict((conflict) => conflict.columns(["endpoint_id", "cause"]).doUpdateSet(changed))
      .execute();
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
function keyOf({ endpointId, failureReason, lastStatus, lastErrorCode }: Cause): string {
  return JSON.stringify([endpointId, failureReason, lastStatus ?? null, lastErrorCode ?? null]);
}
