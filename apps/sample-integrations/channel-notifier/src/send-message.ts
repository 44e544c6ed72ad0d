import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import type { IntegrationContext } from "@plugboard/runtime";
import { oauthSettings } from "./oauth-settings.ts";
import { postMessage } from "./post-message.ts";
import { type PendingMessage, toRetryTask } from "./retry-task.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

type Context = IntegrationContext<IntegrationTypes>;

/** Posts a message as the team that connected. When the chat is down or busy, a task tries again later. */
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
    log.error("a message was given up", { channel, reason, retries: pending.retries });
    return;
  }
  await integration.queueTask(task);
  log.warn("a message is tried again later", { channel, reason, delaySeconds: task.delaySeconds });
}

/** The team's access token; `undefined` when a person has to connect first, so that trying again is of no use. */
async function findToken(context: Context): Promise<string | undefined> {
  try {
    return await getOAuthToken(context, oauthSettings);
  } catch (error) {
    if (!(error instanceof OAuthError) || error.retryable) throw error;
    context.log.error("the chat has to be connected again", { code: error.code });
    return undefined;
  }
}
