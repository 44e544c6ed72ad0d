import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import type { IntegrationContext } from "@plugboard/runtime";
import { oauthSettings } from "./oauth-settings.ts";
import { postMessage } from "./post-message.ts";
import { type PendingMessage, toRetryTask } from "./retry-task.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

type Context = IntegrationContext<IntegrationTypes>;

/** Posts a message for the connected team. Schedules a retry if the chat is down or busy. */
export async function sendMessage(pending: PendingMessage, context: Context): Promise<void> {
  const { environment, integration, log } = context;
  const token = await findToken(context);
  if (token === undefined) return;
  const outcome = await postMessage({ origin: environment.secrets.CHAT_ORIGIN, token }, pending.message);
  const { channel } = pending.message;
  if (outcome.type === "posted") {
    log.info("a message was posted", { channel });
    return;
  }
  const { reason } = outcome;
  const task = outcome.type === "busy" ? toRetryTask(pending, outcome.waitSeconds) : undefined;
  if (task === undefined) {
    log.error("a message was dropped", { channel, reason, retries: pending.retries });
    return;
  }
  await integration.queueTask(task);
  log.warn("a message will be retried", { channel, reason, delaySeconds: task.delaySeconds });
}

/** Returns the team's access token; `undefined` if a person must reconnect first, so retrying won't help. */
async function findToken(context: Context): Promise<string | undefined> {
  try {
    return await getOAuthToken(context, oauthSettings);
  } catch (error) {
    if (!(error instanceof OAuthError) || error.retryable) throw error;
    context.log.error("the chat must be reconnected", { code: error.code });
    return undefined;
  }
}
