import type { RevisionAuthor } from "@plugboard/api/client";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import { authorKey } from "@plugboard/platform/product";
import type { Transaction } from "kysely";
import type { PagePlan } from "../client/types.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";
import { type ChangeRequestLocation, lockChangeRequest, requireOpen } from "./lock-change-request.ts";
import { getPage } from "./pages.ts";
import type { PlannedChange } from "./plan-structure.ts";
import {
  type ChangeRequest,
  getChangeRequest,
  listDrafts,
  plannedIn,
  readPlan,
} from "./read-change-requests.ts";

/**
 * Plans to move or delete a page, or to change its path, when a change request is published. Replaces its earlier plan, and
 * applies after all others.
 *
 * @throws PlatformError `not_found`, `conflict` (the change request isn't open or has too many plans, or the plan can't be
 * published)
 */
export async function planPage(
  context: PlatformContext,
  location: ChangeRequestLocation,
  pageId: string,
  plan: PagePlan,
  author: RevisionAuthor,
): Promise<ChangeRequest> {
  await changePlan(context, location, async (transaction, planned) => {
    const { title } = await getPage({ db: transaction }, location.spaceId, pageId);
    const before = planned.find((each) => each.pageId === pageId);
    const authors = [...new Set([...(before?.authors ?? []), authorKey(author)])];
    const others = planned.filter((each) => each !== before);
    if (others.length >= contentLimits.changeRequestMoves)
      throw new PlatformError(
        "conflict",
        `A change request can move or delete at most ${contentLimits.changeRequestMoves} pages. Use another one for this page.`,
      );
    const after = [...others, { pageId, title, plan, authors }];
    const drafts = await listDrafts(transaction, location);
    const { changes } = await readPlan(transaction, location.spaceId, JSON.stringify(after), drafts);
    const problem = changes.find((change) => change.pageId === pageId)?.problem;
    if (problem !== undefined) throw new PlatformError("conflict", problem);
    return after;
  });
  return await getChangeRequest(context, location);
}

/**
 * Leaves a page where it is when a change request is published.
 *
 * @throws PlatformError `not_found` (also if nothing is planned for the page), `conflict` (the change request isn't open)
 */
export async function cancelPlan(
  context: PlatformContext,
  location: ChangeRequestLocation,
  pageId: string,
): Promise<ChangeRequest> {
  await changePlan(context, location, async (_transaction, planned) => {
    const before = planned.find((each) => each.pageId === pageId);
    orNotFound(before, `move or deletion of page ${pageId} in change request ${location.changeRequestId}`);
    return planned.filter((each) => each !== before);
  });
  return await getChangeRequest(context, location);
}

async function changePlan(
  context: PlatformContext,
  location: ChangeRequestLocation,
  change: (
    transaction: Transaction<ContentTables>,
    planned: readonly PlannedChange[],
  ) => Promise<readonly PlannedChange[]>,
): Promise<void> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const { structure } = requireOpen(await lockChangeRequest(transaction, location));
      const after = await change(transaction, plannedIn(structure));
      await transaction
        .updateTable("change_requests")
        .set({ structure: JSON.stringify(after), updated_at: context.now() })
        .where("id", "=", location.changeRequestId)
        .execute();
    });
}
