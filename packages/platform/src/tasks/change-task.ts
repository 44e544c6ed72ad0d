import type { TaskCheckpoint } from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { type TaskRecord, toTask } from "./tasks.ts";

/**
 * Saves a finished step or the progress of a task's latest run. A step that is saved already keeps its value.
 *
 * @throws PlatformError `not_found`, `conflict` if the run was replaced, or the task is not running or full,
 * `payload_too_large`
 */
export async function saveTaskCheckpoint(
  context: PlatformContext,
  installationId: string,
  taskId: string,
  { run, step, progress }: TaskCheckpoint,
): Promise<TaskRecord> {
  const now = context.now();
  const json = step?.value === undefined ? undefined : JSON.stringify(step.value);
  const bytes = Buffer.byteLength(json ?? "");
  if (bytes > limits.storedValueBytes)
    throw new PlatformError(
      "payload_too_large",
      `The result of the step ${step?.name} has ${bytes} bytes of JSON; a step can return at most ${limits.storedValueBytes}. Return a key and keep the data in storage.`,
    );
  return await context.db.transaction().execute(async (transaction) => {
    const isNew =
      step !== undefined &&
      (await transaction
        .selectFrom("task_steps")
        .select("name")
        .where("task_id", "=", taskId)
        .where("name", "=", step.name)
        .executeTakeFirst()) === undefined;
    const row = await transaction
      .updateTable("tasks")
      .set(({ eb }) => ({
        steps: eb("steps", "+", isNew ? 1 : 0),
        step_bytes: eb("step_bytes", "+", isNew ? bytes : 0),
        updated_at: now,
        ...(progress !== undefined && { progress: JSON.stringify(progress) }),
      }))
      .where("id", "=", taskId)
      .where("installation_id", "=", installationId)
      .returningAll()
      .executeTakeFirst();
    const task = orNotFound(row, `task ${taskId}`);
    if (task.status !== "running")
      throw new PlatformError("conflict", `Task ${taskId} is ${task.status}, so it can't be continued.`);
    if (task.run !== run)
      throw new PlatformError("conflict", `Run ${run} of task ${taskId} was replaced by run ${task.run}.`);
    if (task.steps > limits.taskSteps || task.step_bytes > limits.taskStepBytes)
      throw new PlatformError(
        "conflict",
        `The steps of task ${taskId} take more than ${limits.taskStepBytes} bytes, or are more than ${limits.taskSteps}. Combine steps, or return less from them.`,
      );
    if (isNew)
      await transaction
        .insertInto("task_steps")
        .values({
          task_id: taskId,
          name: step.name,
          organization_id: task.organization_id,
          value: json === undefined ? null : context.secretBox.encrypt(json),
        })
        .execute();
    return toTask(task, now);
  });
}

/**
 * Cancels a task. A running step can't save its result anymore, and no other run starts.
 *
 * @throws PlatformError `not_found`, `conflict` if the task has ended
 */
export async function cancelTask(
  context: PlatformContext,
  installationId: string,
  taskId: string,
): Promise<TaskRecord> {
  const now = context.now();
  return await context.db.transaction().execute(async (transaction) => {
    const ofTask = transaction
      .selectFrom("tasks")
      .selectAll()
      .where("id", "=", taskId)
      .where("installation_id", "=", installationId);
    const canceled = await transaction
      .updateTable("tasks")
      .set({ status: "canceled", leased_until: 0, updated_at: now })
      .where("id", "=", taskId)
      .where("installation_id", "=", installationId)
      .where("status", "in", ["queued", "running", "canceled"])
      .returningAll()
      .executeTakeFirst();
    if (canceled !== undefined) return toTask(canceled, now);
    const { status } = orNotFound(await ofTask.executeTakeFirst(), `task ${taskId}`);
    throw new PlatformError("conflict", `Task ${taskId} has ended: it is ${status}.`);
  });
}
