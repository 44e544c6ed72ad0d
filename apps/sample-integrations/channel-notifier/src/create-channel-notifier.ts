import { createOAuthHandler, revokeOAuthToken } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/content/integration";
import { createRouter, type DedupeStore, type Integration, onceForEvent } from "@plugboard/runtime";
import { completeChannel } from "./complete-channel.ts";
import { notifyOfFeedback } from "./notify-of-feedback.ts";
import { oauthSettings } from "./oauth-settings.ts";
import { parseRetryTask } from "./retry-task.ts";
import { sendMessage } from "./send-message.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/**
 * Creates an integration that posts feedback to a chat.
 *
 * @param store - remembers handled events, so a redelivered event isn't posted again
 */
export function createChannelNotifier(store: DedupeStore): Integration {
  return createIntegration<IntegrationTypes>({
    fetch: createRouter({
      "/oauth": createOAuthHandler(oauthSettings),
      "/channels": { GET: completeChannel },
    }),
    events: {
      page_feedback: onceForEvent({ store, name: "feedback", handler: notifyOfFeedback }),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, oauthSettings)),
    },
    task: onceForEvent({
      store,
      name: "task",
      handler: ({ task }, context) => sendMessage(parseRetryTask(task), context),
    }),
  });
}
