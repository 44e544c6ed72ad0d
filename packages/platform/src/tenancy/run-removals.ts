import { setImmediate, setTimeout } from "node:timers/promises";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { removeInstallationsOf } from "../publishing/remove-integration.ts";
import { leaseRemoval, releaseRemoval } from "../removals/removal-queue.ts";
import { removePartsOfOrganization } from "./remove-organization.ts";

const maxPauseMilliseconds = 1000;
const leastMilliseconds = 50;

/**
 * Removes the next batch of an integration or organization. Then pauses for as long as the batch took, so
 * that other work gets at least half of the time.
 *
 * @returns the number of removed batches: 0 if no removal is in progress
 */
export async function runRemovals(
  context: PlatformContext & Pick<DispatchContext, "logs" | "runner">,
): Promise<number> {
  return await withoutTenantScope("removals", async () => {
    const removal = await leaseRemoval(context);
    if (removal === undefined) return 0;
    const start = performance.now();
    const isDone =
      removal.kind === "integration"
        ? await removeInstallationsOf(context, removal.subject)
        : await removeForAWhile(context, removal.subject);
    await releaseRemoval(context.db, removal, isDone);
    await setImmediate();
    await setTimeout(Math.min(performance.now() - start, maxPauseMilliseconds));
    return 1;
  });
}

/** Removes several small batches, so that a large removal does not begin with the first table each time. */
async function removeForAWhile(
  context: Parameters<typeof removePartsOfOrganization>[0],
  organizationId: string,
): Promise<boolean> {
  const end = performance.now() + leastMilliseconds;
  const parts = removePartsOfOrganization(context, organizationId);
  while ((await parts.next()).done !== true) {
    await setImmediate();
    if (performance.now() > end) return false;
  }
  return true;
}
