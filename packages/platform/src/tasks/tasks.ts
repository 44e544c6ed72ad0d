import type { TaskProgress, TaskState } from "@plugboard/api/client";
import type { Selectable, Transaction } from "kysely";
import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables, TaskTable } from "../database/tables.ts";

/** A task of an installation. Times are Unix time in milliseconds. */
export interface TaskRecord {
  /** The ID of its event. */
  readonly id: string;
  readonly type: string;
  readonly status: TaskState["status"];
  readonly dueAt: number;
  readonly progress: TaskProgress | undefined;
  /** The number of finished steps. */
  readonly steps: number;
  readonly runs: number;
  /** Why the last run failed. */
  readonly error: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A task to record. */
export interface NewTaskRecord {
  readonly id: string;
  readonly installationId: string;
  readonly organizationId: string;
  readonly type: string;
  /** Unix time in milliseconds. */
  readonly dueAt: number;
  /** Unix time in milliseconds. */
  readonly expiresAt?: number | undefined;
}

/** Records a task, unless it is recorded already. */
export async function insertTask(
  db: Pick<Transaction<Tables>, "insertInto">,
  { id, installationId, organizationId, type, dueAt, expiresAt }: NewTaskRecord,
  now: number,
): Promise<void> {
  await db
    .insertInto("tasks")
    .values({
      id,
      installation_id: installationId,
      organization_id: organizationId,
      type,
      status: "queued",
      run: 0,
      leased_until: 0,
      run_started_at: 0,
      used_milliseconds: 0,
      steps: 0,
      step_bytes: 0,
      due_at: dueAt,
      expires_at: expiresAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/**
 * Returns a task of an installation.
 *
 * @throws PlatformError `not_found`
 */
export async function getTask(
  { db, now }: PlatformContext,
  installationId: string,
  taskId: string,
): Promise<TaskRecord> {
  const row = await db
    .selectFrom("tasks")
    .selectAll()
    .where("id", "=", taskId)
    .where("installation_id", "=", installationId)
    .executeTakeFirst();
  return toTask(orNotFound(row, `task ${taskId}`), now());
}

/** The position of a task in a list. */
export type TaskPosition = Pick<TaskRecord, "id" | "createdAt">;

/** Lists the tasks of an installation after a position, newest first. */
export async function listTasks(
  { db, now }: PlatformContext,
  installationId: string,
  { after, limit }: { readonly after: TaskPosition | undefined; readonly limit: number },
): Promise<readonly TaskRecord[]> {
  let query = db.selectFrom("tasks").selectAll().where("installation_id", "=", installationId);
  if (after !== undefined) {
    const { createdAt, id } = after;
    query = query.where((row) =>
      row.or([
        row("created_at", "<", createdAt),
        row.and([row("created_at", "=", createdAt), row("id", "<", id)]),
      ]),
    );
  }
  const rows = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map((row) => toTask(row, now()));
}

/** Removes the tasks of installations with their steps. */
export async function removeTasksOf(
  transaction: Transaction<Tables>,
  installationIds: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom("task_steps")
    .where("task_id", "in", (query) =>
      query.selectFrom("tasks").select("id").where("installation_id", "in", installationIds),
    )
    .execute();
  await transaction.deleteFrom("tasks").where("installation_id", "in", installationIds).execute();
}

const batchSize = 500;

/**
 * Removes a batch of tasks that did not change since a time (Unix time in milliseconds). With an organization, only those of it
 * that have ended.
 *
 * @returns the number of removed tasks; there may be more
 */
export async function removeOldTasks(
  { db }: PlatformContext,
  before: number,
  organizationId?: string,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const query = transaction
      .selectFrom("tasks")
      .select("id")
      .where("updated_at", "<", before)
      .where("due_at", "<", before)
      .limit(batchSize);
    const old = await (organizationId === undefined
      ? query.orderBy("updated_at")
      : query
          .where("organization_id", "=", organizationId)
          .where("status", "not in", ["queued", "running"])
          .orderBy("id")
    ).execute();
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction.deleteFrom("task_steps").where("task_id", "in", ids).execute();
    await transaction.deleteFrom("tasks").where("id", "in", ids).execute();
    return ids.length;
  });
}

/** Converts a row of the table. */
export function toTask(row: Selectable<TaskTable>, now: number): TaskRecord {
  const { id, type, status, due_at, expires_at, progress, steps, run, error, created_at, updated_at } = row;
  // The engine drops expired deliveries without a run.
  const isExpired =
    (status === "queued" || status === "running") &&
    expires_at !== null &&
    expires_at <= now &&
    row.leased_until <= now;
  return {
    id,
    type,
    status: isExpired ? "failed" : status,
    dueAt: due_at,
    // Only JSON that the contract checked is stored.
    progress: progress === null ? undefined : (JSON.parse(progress) as TaskProgress),
    steps,
    runs: run,
    error: isExpired ? "The task expired." : (error ?? undefined),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
