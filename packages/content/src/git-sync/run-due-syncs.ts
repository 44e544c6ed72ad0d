import {
  PlatformError,
  inOrganizations,
  withoutTenantScope,
  type PlatformContext,
} from "@plugboard/platform";
import { appendEvent } from "@plugboard/platform/product";
import { aboutSpace } from "../events/about.ts";
import { newContentEvent } from "../events/new-content-event.ts";
import { getSpace } from "../spaces/content.ts";
import { type GitBinding, type GitSyncResult, getGitBinding } from "./git-bindings.ts";
import type { GitProgram } from "./git-program.ts";
import { type Synced, syncSpace } from "./sync-space.ts";
import { tablesOf } from "../database/tables-of.ts";

// If a process dies during a sync, another process retries after this time.
const leaseMilliseconds = 15 * 60 * 1000;

// The maximum difference between the clocks of two servers.
const clockTolerance = 1000;

/**
 * Runs one sync that is due, and emits `space_gitsync_started` and `space_gitsync_completed`.
 *
 * @param onError called with Git's error text of a failed sync; users only see the platform's message
 * @returns the number of syncs run: 0 if none is due
 * @throws Error on failures caused by neither the space nor the repository
 */
export async function runDueSync(
  context: PlatformContext,
  git: GitProgram,
  onError: (error: unknown) => void = () => {},
): Promise<number> {
  const due = await withoutTenantScope("productJobs", () => findDue(context));
  return due === undefined
    ? 0
    : await inOrganizations([due.organizationId], () => runSync(context, git, due.spaceId, onError));
}

/**
 * Reschedules syncs whose due times or leases were written by a server whose clock was ahead. Otherwise they
 * would wait until this clock catches up. Returns 0, because it runs no sync.
 */
export async function correctDueTimes({ db, now }: PlatformContext): Promise<number> {
  const time = now();
  await withoutTenantScope("productJobs", () =>
    tablesOf(db)
      .updateTable("git_bindings")
      .set(({ eb }) => {
        const ahead = eb.parens(eb("updated_at", "-", time));
        return {
          due_at: eb("due_at", "-", ahead),
          leased_until: eb("leased_until", "-", ahead),
          updated_at: time,
        };
      })
      .where("updated_at", ">", time + clockTolerance)
      .execute(),
  );
  return 0;
}

async function runSync(
  context: PlatformContext,
  git: GitProgram,
  spaceId: string,
  onError: (error: unknown) => void,
): Promise<number> {
  const binding = await claim(context, spaceId);
  if (binding === undefined) return 0;
  try {
    await complete(context, binding, toResult(await syncSpace(context, git, binding)));
  } catch (error) {
    const isKnown = error instanceof PlatformError;
    const detail = isKnown ? error.message : "An internal error occurred.";
    await complete(context, binding, { state: "failure", detail, conflicts: [] });
    if (!isKnown) throw error;
    // Its cause is Git's own error text, which only the operator can see.
    if (error.cause !== undefined)
      onError(new Error(`The Git sync of ${spaceId} failed: ${error.message}`, { cause: error.cause }));
  }
  return 1;
}

type Outcome = Pick<GitSyncResult, "commitId" | "conflicts" | "detail" | "state">;

function toResult({ commitId, conflicts }: Synced): Outcome {
  if (conflicts.length === 0) return { state: "success", commitId, conflicts };
  const detail = "Both sides have conflicting changes. Sync again and choose the side to keep.";
  return { state: "failure", detail, conflicts };
}

async function findDue(
  context: PlatformContext,
): Promise<Pick<GitBinding, "organizationId" | "spaceId"> | undefined> {
  const now = context.now();
  return await tablesOf(context.db)
    .selectFrom("git_bindings")
    .select(["space_id as spaceId", "organization_id as organizationId"])
    .where("due_at", "<=", now)
    .where("leased_until", "<=", now)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
}

async function claim(context: PlatformContext, spaceId: string): Promise<GitBinding | undefined> {
  const now = context.now();
  const binding = await getGitBinding(context, spaceId);
  const { commitId } = binding;
  const { revisionId } = await getSpace(context, spaceId);
  const claimed = await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const leased = await transaction
        .updateTable("git_bindings")
        .set({ leased_until: now + leaseMilliseconds, updated_at: now })
        .where("space_id", "=", spaceId)
        .where("leased_until", "<=", now)
        .executeTakeFirst();
      if (leased.numUpdatedRows === 0n) return false;
      const fields = { spaceId, revisionId, ...(commitId !== undefined && { commitId }) };
      await appendEvent(
        transaction,
        newContentEvent({ type: "space_gitsync_started", fields, ...aboutSpace(spaceId) }),
        now,
      );
      return true;
    });
  if (!claimed) return undefined;
  context.onEvent();
  return binding;
}

async function complete(
  context: PlatformContext,
  { spaceId, dueAt, everySeconds }: GitBinding,
  { commitId, ...result }: Outcome,
): Promise<void> {
  const now = context.now();
  const { revisionId } = await getSpace(context, spaceId);
  const lastSync: GitSyncResult = { ...result, commitId, revisionId, endedAt: now };
  const next = everySeconds === undefined ? null : now + everySeconds * 1000;
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      const ours = transaction.updateTable("git_bindings").where("space_id", "=", spaceId);
      await ours.set({ leased_until: 0, last_sync: JSON.stringify(lastSync), updated_at: now }).execute();
      if (commitId !== undefined) await ours.set({ commit_id: commitId }).execute();
      // A sync that was requested meanwhile is still due.
      await ours
        .set({ due_at: next, prefer: null })
        .where("due_at", "=", dueAt ?? 0)
        .execute();
      const fields = {
        spaceId,
        revisionId,
        state: result.state,
        ...(commitId !== undefined && { commitId }),
      };
      await appendEvent(
        transaction,
        newContentEvent({ type: "space_gitsync_completed", fields, ...aboutSpace(spaceId) }),
        now,
      );
    });
  context.onEvent();
}
