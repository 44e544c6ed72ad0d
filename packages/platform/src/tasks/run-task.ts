import type { TaskRun } from "@plugboard/api";
import type { Selectable } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { TaskTable } from "../database/tables.ts";
import { insertTask, type NewTaskRecord } from "./tasks.ts";

/** The maximum total time of a task's runs. */
const maxTaskMilliseconds = 15 * 60_000;
// Bounds the number of runs of a task that continues without doing anything.
const minRunMilliseconds = 1000;
// An integration may notice only late that its request was ended.
const leaseMarginMilliseconds = 5000;

/** The next step of a task whose event is to be sent. */
export type TaskStart =
  | { readonly kind: "run"; readonly run: TaskRun }
  /** Another run may be in progress until a time (Unix time in milliseconds). */
  | { readonly kind: "busy"; readonly until: number }
  | { readonly kind: "over"; readonly reason: string };

/**
 * Starts a run of a task, unless another one is in progress, the task was canceled or its time is used up. A failed
 * task that is sent again gets new time.
 */
export async function startTaskRun(
  context: PlatformContext,
  task: NewTaskRecord,
  timeoutMilliseconds: number,
): Promise<TaskStart> {
  const started = await takeRun(context, task.id, timeoutMilliseconds);
  if (started !== undefined) return started;
  const row = await readTask(context, task.id);
  if (row === undefined) {
    // A sample event, or a task whose record was removed.
    await insertTask(context.db, task, context.now());
    return await startTaskRun(context, task, timeoutMilliseconds);
  }
  if (row.status === "canceled") return { kind: "over", reason: "The task was canceled." };
  if (row.leased_until > context.now()) return { kind: "busy", until: row.leased_until };
  // The other run ended, or recorded the task, after this one tried to start.
  if (row.used_milliseconds < maxTaskMilliseconds || row.status !== "running")
    return await startTaskRun(context, task, timeoutMilliseconds);
  const reason = `The task ran for ${maxTaskMilliseconds / 60_000} minutes in total, which is the limit.`;
  await context.db
    .updateTable("tasks")
    .set({ status: "failed", error: reason, leased_until: 0, updated_at: context.now() })
    .where("id", "=", task.id)
    .where("run", "=", row.run)
    .where("status", "=", "running")
    .execute();
  return { kind: "over", reason };
}

async function takeRun(
  { db, now: clock, secretBox }: PlatformContext,
  taskId: string,
  timeoutMilliseconds: number,
): Promise<TaskStart | undefined> {
  const now = clock();
  const row = await db
    .updateTable("tasks")
    .set(({ eb }) => ({
      status: "running",
      run: eb("run", "+", 1),
      run_started_at: now,
      leased_until: now + timeoutMilliseconds + leaseMarginMilliseconds,
      used_milliseconds: eb
        .case()
        .when("status", "in", ["failed", "completed"])
        .then(0)
        // The process died during the last run.
        .when("leased_until", ">", 0)
        .then(eb("used_milliseconds", "+", eb("leased_until", "-", eb.ref("run_started_at"))))
        .else(eb.ref("used_milliseconds"))
        .end(),
      updated_at: now,
    }))
    .where("id", "=", taskId)
    .where("status", "!=", "canceled")
    .where("leased_until", "<=", now)
    .where((row) =>
      row.or([
        row("status", "in", ["failed", "completed"]),
        row("used_milliseconds", "<", maxTaskMilliseconds),
      ]),
    )
    .returning(["run", "steps"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const steps =
    row.steps === 0
      ? []
      : await db.selectFrom("task_steps").select(["name", "value"]).where("task_id", "=", taskId).execute();
  const run = {
    number: row.run,
    // Leaves the other half to the last step.
    milliseconds: Math.floor(timeoutMilliseconds / 2),
    steps: Object.fromEntries(
      steps.map(({ name, value }) => [
        name,
        value === null ? {} : { value: JSON.parse(secretBox.decrypt(value)) as unknown },
      ]),
    ),
  };
  return { kind: "run", run };
}

/** The end of a run. */
export type TaskRunEnd =
  /** The task needs another run. */
  | { readonly kind: "continues" }
  | { readonly kind: "completed" }
  /** The engine sends the event again. `isOpen` if the integration may still be handling it. */
  | { readonly kind: "retrying"; readonly error: string; readonly isOpen: boolean }
  | { readonly kind: "failed"; readonly error: string };

const statusAfter = {
  continues: "running",
  retrying: "running",
  completed: "completed",
  failed: "failed",
} as const;

/** Records the end of a run. Returns whether the task was canceled during the run. */
export async function endTaskRun(
  context: PlatformContext,
  taskId: string,
  run: number,
  end: TaskRunEnd,
): Promise<{ readonly isCanceled: boolean }> {
  const now = context.now();
  const row = await readTask(context, taskId);
  if (row === undefined || row.run !== run) return { isCanceled: false };
  const isOpen = end.kind === "retrying" && end.isOpen;
  const used = Math.max(minRunMilliseconds, now - row.run_started_at);
  const updated = await context.db
    .updateTable("tasks")
    .set({
      status: statusAfter[end.kind],
      error: "error" in end ? end.error : null,
      updated_at: now,
      ...(!isOpen && { leased_until: 0, used_milliseconds: row.used_milliseconds + used }),
    })
    .where("id", "=", taskId)
    .where("run", "=", run)
    .where("status", "=", "running")
    .executeTakeFirst();
  return { isCanceled: updated.numUpdatedRows === 0n };
}

async function readTask({ db }: PlatformContext, taskId: string): Promise<Selectable<TaskTable> | undefined> {
  return await db.selectFrom("tasks").selectAll().where("id", "=", taskId).executeTakeFirst();
}
