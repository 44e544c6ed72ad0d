import * as z from "zod";
import { requireInstallation } from "../access/principal.ts";
import { getInstallation } from "../installations/installations.ts";
import { PlatformError } from "../common/platform-error.ts";
import { queueTask } from "../installations/queue-task.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { jsonSchema, taskSchema } from "./schemas.ts";
import { isoTime } from "./to-resource.ts";

const longestDelaySeconds = 30 * 24 * 3600;
const creation = z.object({
  task: z.object({ type: z.string().min(1).max(100), payload: jsonSchema.exactOptional() }),
  installationId: z.string().exactOptional(),
  delaySeconds: z.number().min(0).max(longestDelaySeconds).default(0),
});

/** Work that an integration gives itself to do later, run by the same durable engine as every other event. */
export function createTaskOperations({ context }: Services): Operation[] {
  return [
    defineOperation({
      method: "post",
      path: "/tasks",
      tag: "Tasks",
      summary: "Queue a task; it comes back as a task event",
      input: { body: creation },
      response: taskSchema,
      status: 201,
      handle: async ({ body: { installationId: named, ...task } }, principal, { idempotencyKey }) => {
        const own = principal.type === "installation" ? principal.installation : undefined;
        const installationId = named ?? own;
        if (installationId === undefined) {
          const message = "is needed with a token that is not of one installation";
          throw new PlatformError("invalid_request", `installationId: ${message}.`, [
            { path: "installationId", message },
          ]);
        }
        requireInstallation(principal, await getInstallation(context, installationId));
        const { eventId, dueAt } = await queueTask(context, {
          ...task,
          installationId,
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        });
        return { id: eventId, eventId, dueAt: isoTime(dueAt) };
      },
    }),
  ];
}
