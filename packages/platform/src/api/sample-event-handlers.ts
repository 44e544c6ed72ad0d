import type { sampleEventOperations } from "@plugboard/api/contract";
import { createSampleEvent, sendSampleEvent } from "../delivery/send-sample-event.ts";
import { getInstallation } from "../installations/installations.ts";
import type { Platform } from "../platform/create-platform.ts";
import type { OperationHandlers } from "./operation-handler.ts";

/** Events with made-up contents, for authors who try their integration. */
export function createSampleEventHandlers(
  platform: Platform,
): OperationHandlers<keyof typeof sampleEventOperations> {
  return {
    getSampleEvent: async ({ params: { installationId, eventType }, query }) => {
      const { type, fields, refusal } = await createSampleEvent(platform, installationId, eventType, query);
      return { type, fields, refusal };
    },
    sendSampleEvent: async ({ params: { installationId, eventType }, body, idempotencyKey, spend }) => {
      const { integration: key } = await getInstallation(platform, installationId);
      await spend({ policy: platform.quotas.testEvents, key, what: `test events of ${key}` });
      return await sendSampleEvent(platform, installationId, eventType, { ...body, idempotencyKey });
    },
  };
}
