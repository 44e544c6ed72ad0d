import { appendEvent } from "../events/append-event.ts";
import { createIdFromKey } from "../common/create-id.ts";
import { getInstallation, requireInstalledIn } from "./installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { getEvent } from "../events/list-events.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { PlatformError } from "../common/platform-error.ts";

/** Work that an integration gives itself. */
export interface NewTask {
  readonly installationId: string;
  /** A space or site that the installation is in; the task's environment carries the installation there. */
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly task: { readonly type: string; readonly payload?: unknown };
  readonly delaySeconds: number;
  /** Milliseconds since 1970; a task that is not handled by then fails as `expired`. Default: retried like any event. */
  readonly expiresAt?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** A task that was accepted. */
export interface QueuedTask {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
}

/**
 * Accepts a task; it comes back as a `task` event once it is due.
 *
 * @throws PlatformError `not_found`, or `conflict` where the event could not be delivered: the integration handles no
 * tasks, or the installation is still pending; `invalid_request` for one that would be over before it is due, or that names a
 * space or site that the installation is not in
 * @example
 * import { queueTask, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { eventId, dueAt } = await queueTask(platform, {
 *   installationId: "ins_1",
 *   task: { type: "import" },
 *   delaySeconds: 60,
 * });
 * console.log(eventId, new Date(dueAt));
 */
export async function queueTask(
  context: PlatformContext,
  { installationId, spaceId, siteId, task, delaySeconds, expiresAt, idempotencyKey }: NewTask,
): Promise<QueuedTask> {
  const installation = await getInstallation(context, installationId);
  const { name, description } = await getInstalled(context, installation);
  if (!description.events.includes("task")) {
    throw new PlatformError(
      "conflict",
      `${name} handles no tasks. Give it a task handler and publish again.`,
    );
  }
  if (installation.status === "pending") {
    throw new PlatformError(
      "conflict",
      `Installation ${installationId} is not active yet; it gets no tasks.`,
    );
  }
  await requireInstalledIn(context, installationId, { spaceId, siteId });
  const now = context.now();
  const dueAt = now + Math.round(delaySeconds * 1000);
  if (expiresAt !== undefined && expiresAt <= dueAt) {
    const message = "must be later than the time at which the task is due";
    throw new PlatformError("invalid_request", `expiresAt: ${message}.`, [{ path: "expiresAt", message }]);
  }
  const id = createIdFromKey("evt", installationId, idempotencyKey, now);
  await context.db.transaction().execute(async (transaction) => {
    const place = { ...(spaceId !== undefined && { spaceId }), ...(siteId !== undefined && { siteId }) };
    const fields = { task, ...place };
    await appendEvent(
      transaction,
      { id, type: "task", fields, installationId, ...place, dueAt, expiresAt },
      now,
    );
  });
  context.onEvent();
  return { eventId: id, dueAt: (await getEvent(context, id)).dueAt };
}
