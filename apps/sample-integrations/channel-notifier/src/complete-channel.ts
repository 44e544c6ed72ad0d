import { getOAuthToken, OAuthError } from "@plugboard/oauth";
import { completionResponse, IntegrationError, type FetchHandler } from "@plugboard/runtime";
import { listChannels } from "./list-channels.ts";
import { oauthSettings } from "./oauth-settings.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/**
 * Responds to `/channels` with the options of the `channel` setting, filtered by the text in `query`. Only
 * the platform can request them, for a person who may configure the installation.
 */
export const completeChannel: FetchHandler<IntegrationTypes> = async (request, context) => {
  const token = await getOAuthToken(context, oauthSettings).catch((error: unknown) => {
    if (!(error instanceof OAuthError) || error.retryable) throw error;
    throw new IntegrationError("Connect the chat first", 409);
  });
  const query = new URL(request.url).searchParams.get("query") ?? "";
  const channels = await listChannels({ origin: context.environment.secrets.CHAT_ORIGIN, token });
  return completionResponse(
    channels
      .filter(({ name }) => name.includes(query))
      .map(({ id, name }) => ({ label: `#${name}`, value: id })),
  );
};
