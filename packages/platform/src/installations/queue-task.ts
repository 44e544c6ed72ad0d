import { appendEvent } from "../events/append-event.ts";
import { createIdFromKey } from "../common/create-id.ts";
import { getInstallation, requireInstalledIn } from "./installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { getEvent } from "../events/list-events.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { PlatformError } from "../common/platform-error.ts";
import { insertTask } from "../tasks/tasks.ts";
import { idFieldOf, type ProductRef } from "../resources/product-ref.ts";

/** A task that an integration queues for itself. */
export interface NewTask {
  readonly installationId: string;
  /** Resources that the installation is in. The task's environment contains its installation in the first. Defaults to none. */
  readonly resources?: readonly ProductRef[] | undefined;
  readonly task: { readonly type: string; readonly payload?: unknown };
  readonly delaySeconds: number;
  /** Unix time in milliseconds. The task fails as `expired` after this time. Defaults to the usual retries. */
  readonly expiresAt?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** An accepted task. */
export interface QueuedTask {
  readonly eventId: string;
  /** Unix time in milliseconds. */
  readonly dueAt: number;
}

/**
 * Queues a task. It is delivered as a `task` event when it is due.
 *
 * @throws PlatformError `not_found`, `conflict` if the integration handles no tasks or the installation is
 * pending, or `invalid_request` if the task expires before it is due or names a resource that the installation is
 * not in
 */
export async function queueTask(
  context: PlatformContext,
  { installationId, resources = [], task, delaySeconds, expiresAt, idempotencyKey }: NewTask,
): Promise<QueuedTask> {
  const installation = await getInstallation(context, installationId);
  const { name, description } = await getInstalled(context, installation);
  if (!description.events.includes("task")) {
    throw new PlatformError("conflict", `${name} has no task handler. Add one and publish again.`);
  }
  if (installation.status === "pending") {
    throw new PlatformError(
      "conflict",
      `Installation ${installationId} is not active yet. Finish its setup first.`,
    );
  }
  await requireInstalledIn(context, installationId, resources);
  const now = context.now();
  const dueAt = now + Math.round(delaySeconds * 1000);
  if (expiresAt !== undefined && expiresAt <= dueAt) {
    const message = "must be later than the due time of the task";
    throw new PlatformError("invalid_request", `expiresAt: ${message}.`, [{ path: "expiresAt", message }]);
  }
  const id = createIdFromKey("evt", installationId, idempotencyKey, now);
  await context.db.transaction().execute(async (transaction) => {
    const fields = { task, ...Object.assign({}, ...resources.map(idFieldOf)) };
    const [resource] = resources;
    await appendEvent(
      transaction,
      { id, type: "task", fields, installationId, resource, dueAt, expiresAt },
      now,
    );
    const { organizationId } = installation;
    await insertTask(
      transaction,
      { id, installationId, organizationId, type: task.type, dueAt, expiresAt },
      now,
    );
  });
  context.usage.add(installation.organizationId, "tasks", 1);
  context.onEvent();
  return { eventId: id, dueAt: (await getEvent(context, id)).dueAt };
}
