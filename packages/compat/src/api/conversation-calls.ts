import { ApiError } from "@plugboard/api/client";
import { ingestConversations } from "@plugboard/content/routes";
import type { CompatApi, CompatCall } from "./compat-call.ts";
import { listInstalledSites } from "./installed-resources.ts";

interface ConversationInput {
  readonly id: string;
  readonly subject?: string | undefined;
  readonly metadata?: { readonly createdAt?: string | undefined } | undefined;
  readonly parts: readonly { readonly role: string; readonly body: string }[];
}

// The platform accepts at most fifty per call.
const batchSize = 50;

/**
 * Conversations. GitBook stores them with an organization, this platform with the installation's first
 * site.
 */
export const conversationCalls: Readonly<Record<string, CompatCall>> = {
  "orgs.ingestConversation": async (
    api: CompatApi,
    organization: string,
    given: ConversationInput | readonly ConversationInput[],
  ) => {
    const [siteId] = await listInstalledSites(api, organization);
    if (siteId === undefined) {
      const message = "Install the integration in a site first: a site keeps the conversations.";
      throw new ApiError("conflict", message, { status: 409 });
    }
    const conversations = [given].flat().map(toConversation);
    for (let start = 0; start < conversations.length; start += batchSize) {
      const batch = conversations.slice(start, start + batchSize);
      await api.call(ingestConversations, { params: { siteId }, body: { conversations: batch } });
    }
  },
};

function toConversation({ id, subject, metadata, parts }: ConversationInput) {
  return {
    id,
    subject,
    startedAt: new Date(metadata?.createdAt ?? Date.now()).toISOString(),
    messages: parts.map(({ role, body: text }) => ({
      role: role === "user" ? ("user" as const) : ("assistant" as const),
      text,
    })),
  };
}
