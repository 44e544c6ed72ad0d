import type { TaskCreation } from "@plugboard/api/client";
import { queueTask } from "@plugboard/api/routes";
import * as z from "zod";
import { nextId, type PlatformState } from "../platform/platform-state.ts";
import { createEvent } from "../platform/sample-event.ts";
import { testIds } from "../platform/test-ids.ts";
import { defineWrite, requireName, type ApiOperations } from "./api-operation.ts";
import { toTime } from "./installation-operations.ts";

const creation: z.ZodType<TaskCreation> = z.object({
  task: z.object({ type: z.string().min(1), payload: z.unknown().exactOptional() }),
  installationId: z.string().exactOptional(),
  delaySeconds: z.number().min(0).exactOptional(),
});

/** Tasks that the integration queues for itself. */
export function taskOperations(state: PlatformState): ApiOperations {
  return {
    [queueTask.path]: {
      POST: defineWrite(undefined, creation, ({ body }) => {
        const { task, installationId = testIds.installation, delaySeconds = 0 } = body;
        requireName(installationId, testIds.installation, "installation");
        const eventId = nextId(state, "event");
        const dueAt = state.now() + delaySeconds * 1000;
        state.queue.push({ event: createEvent("task", { task }, eventId), dueAt });
        return { id: eventId, eventId, dueAt: toTime(dueAt) };
      }),
    },
  };
}
