import { taskOperations } from "@plugboard/api/contract";
import { requireOrganization } from "../../access/may-call.ts";
import { requireInstallation } from "../../access/principal.ts";
import { isoTime } from "../../common/iso-time.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { getInstallation } from "../../installations/installations.ts";
import { queueTask } from "../../installations/queue-task.ts";
import { namedResources } from "../../resources/product-ref.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { cutPage, keysetOf, numberKey, showPage } from "../../operations/paginate.ts";
import { minutePolicy, readOrganizationLimits } from "../../rate-limits/organization-limits.ts";
import { cancelTask, saveTaskCheckpoint } from "../change-task.ts";
import { getTask, listTasks, type TaskPosition, type TaskRecord } from "../tasks.ts";

export const taskFeature: Feature = defineFeature(taskOperations, (platform) => ({
  queueTask: async ({
    body: { installationId: named, task, delaySeconds = 0, expiresAt: expiry, ...location },
    caller,
    organizations,
    idempotencyKey,
    spend,
  }) => {
    const own = caller.type === "installation" ? caller.installation : undefined;
    const installationId = named ?? own;
    if (installationId === undefined) {
      const message = "is required with a token that is not for a single installation";
      throw new PlatformError("invalid_request", `installationId: ${message}.`, [
        { path: "installationId", message },
      ]);
    }
    const installation = await getInstallation(platform, installationId);
    requireOrganization(organizations, installation.organizationId, `installation ${installationId}`);
    requireInstallation(caller, installation);
    const { integration: key } = installation;
    const { tasks, taskBytes } = platform.quotas;
    await spend({ policy: tasks, key, what: `tasks of ${key}` });
    const { organizationId } = installation;
    const ofOrganization = await readOrganizationLimits(platform.db, organizationId);
    const policy = minutePolicy(ofOrganization, "tasksPerMinute");
    if (policy !== undefined)
      await spend({ policy, key: organizationId, what: "tasks in this organization" });
    const cost = Buffer.byteLength(JSON.stringify(task));
    await spend({ policy: taskBytes, key, what: `bytes in tasks of ${key}`, cost });
    const expiresAt = expiry === undefined ? undefined : Date.parse(expiry);
    const queued = await queueTask(platform, {
      task,
      delaySeconds,
      expiresAt,
      installationId,
      resources: namedResources(platform.product, location),
      idempotencyKey,
    });
    return { id: queued.eventId, eventId: queued.eventId, dueAt: isoTime(queued.dueAt) };
  },
  listTasks: async ({ params: { installationId }, query }) => {
    const { after, limit = 0 } = keysetOf(query);
    const tasks = await listTasks(platform, installationId, {
      after: after === undefined ? undefined : toPosition(after),
      limit,
    });
    return await showPage(cutPage(tasks, toCursor, query), show);
  },
  getTask: async ({ params: { installationId, taskId } }) =>
    show(await getTask(platform, installationId, taskId)),
  cancelTask: async ({ params: { installationId, taskId } }) =>
    show(await cancelTask(platform, installationId, taskId)),
  saveTaskCheckpoint: async ({ params: { installationId, taskId }, body }) =>
    show(await saveTaskCheckpoint(platform, installationId, taskId, body)),
}));

function show(task: TaskRecord) {
  return {
    ...task,
    dueAt: isoTime(task.dueAt),
    createdAt: isoTime(task.createdAt),
    updatedAt: isoTime(task.updatedAt),
  };
}

function toCursor({ createdAt, id }: TaskPosition): string {
  return `${numberKey(createdAt)}.${id}`;
}

function toPosition(cursor: string): TaskPosition {
  const [createdAt, id] = cursor.split(".");
  const time = Number(createdAt);
  if (id === undefined || !Number.isSafeInteger(time))
    throw new PlatformError("invalid_request", "cursor: is not from a page of this list.", [
      { path: "cursor", message: "is not from a page of this list" },
    ]);
  return { createdAt: time, id };
}
