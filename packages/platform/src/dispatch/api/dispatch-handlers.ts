import {
  componentOperations,
  scheduleOperations,
  taskOperations,
  tokenKeyOperations,
} from "@plugboard/api/contract";
import { requireOrganization } from "../../access/may-call.ts";
import { requireInstallation } from "../../access/principal.ts";
import { publishedUntil } from "../../access/token-keys.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { listSelectOptions } from "../list-select-options.ts";
import { createRenderComponent } from "../render-component.ts";
import { getInstallation } from "../../installations/installations.ts";
import { queueTask } from "../../installations/queue-task.ts";
import { minutePolicy, readOrganizationLimits } from "../../rate-limits/organization-limits.ts";
import { listSchedules } from "../../installations/list-schedules.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { numberKey, paginate, showPage } from "../../operations/paginate.ts";

export const componentFeature: Feature = defineFeature(componentOperations, (platform) => {
  const render = createRenderComponent(platform);
  return {
    renderComponent: async ({ params, body: { props = {}, ...rest } }) =>
      await render({ ...params, props, ...rest }),
    listSelectOptions: async ({ params, query: { cursor, limit, ...asked } }) => {
      const options = await listSelectOptions(platform, { ...params, ...asked });
      // Keep the order of the integration, which puts the best matches first.
      const placed = options.map((option, index) => ({ option, key: numberKey(index) }));
      const page = paginate(placed, ({ key }) => key, { cursor, limit });
      return await showPage(page, ({ option }) => option);
    },
  };
});

export const taskFeature: Feature = defineFeature(taskOperations, (platform) => ({
  queueTask: async ({
    body: { installationId: named, spaceId, siteId, task, delaySeconds = 0, expiresAt: expiry },
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
      spaceId,
      siteId,
      idempotencyKey,
    });
    return { id: queued.eventId, eventId: queued.eventId, dueAt: isoTime(queued.dueAt) };
  },
}));

/** The schedules of installations. */
export const scheduleFeature: Feature = defineFeature(scheduleOperations, (platform) => ({
  listSchedules: async ({ params: { installationId }, query }) => {
    const page = paginate(await listSchedules(platform, installationId), ({ id }) => id, query);
    return await showPage(page, ({ nextAt, ...schedule }) => ({ ...schedule, nextAt: isoTime(nextAt) }));
  },
}));

export const tokenKeyFeature: Feature = defineFeature(tokenKeyOperations, (platform) => ({
  rotateTokenKeys: async () => ({
    keys: (await platform.tokens.rotate()).map((key) => ({
      kid: key.kid,
      publishedUntil: optionalIsoTime(publishedUntil(key)),
    })),
  }),
}));
