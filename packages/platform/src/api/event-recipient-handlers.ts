import type { eventRecipientOperations } from "@plugboard/api/contract";
import { explainRecipients } from "../delivery/explain-recipients.ts";
import type { Platform } from "../platform/create-platform.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { paginate } from "./paginate.ts";

/** Who receives an event. */
export function createEventRecipientHandlers(
  platform: Platform,
): OperationHandlers<keyof typeof eventRecipientOperations> {
  return {
    listEventRecipients: async ({ params: { eventId }, query }) =>
      paginate(
        await explainRecipients(platform, eventId),
        ({ installationId, endpointId = "" }) => `${installationId}.${endpointId}`,
        query,
      ),
  };
}
