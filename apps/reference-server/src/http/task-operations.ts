import { z } from "zod";
import { requireInstallation } from "../auth/principal.ts";
import { appendEvent } from "../platform/append-event.ts";
import { getInstallation } from "../platform/installations.ts";
import { PlatformError } from "../platform/platform-error.ts";
import type { Services } from "../services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { taskSchema } from "./schemas.ts";
import { isoTime } from "./to-resource.ts";

const longestDelaySeconds = 30 * 24 * 3600;
const creation = z.object({
  task: z.object({ type: z.string().min(1).max(100), payload: z.json().exactOptional() }),
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
      handle: async ({ body }, principal) => {
        const installationId =
          body.installationId ?? (principal.type === "installation" ? principal.installation : undefined);
        if (installationId === undefined) {
          throw new PlatformError(
            "invalid_request",
            "installationId: is needed with a token of the integration.",
          );
        }
        requireInstallation(principal, await getInstallation(context, installationId));
        const now = context.now();
        const dueAt = now + body.delaySeconds * 1000;
        const eventId = await context.db
          .transaction()
          .execute((transaction) =>
            appendEvent(
              transaction,
              { type: "task", fields: { task: body.task }, installationId, dueAt },
              now,
            ),
          );
        context.onEvent();
        return { id: eventId, eventId, dueAt: isoTime(dueAt) };
      },
    }),
  ];
}
