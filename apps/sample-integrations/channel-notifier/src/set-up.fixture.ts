import { readFile } from "node:fs/promises";
import type { Integration } from "@plugboard/runtime";
import { type BrowserPage, createTestPlatform, type TestPlatform } from "@plugboard/testing";
import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
import { chatOrigin, type ChatService, createChatService } from "./chat-service.fixture.ts";
import { createChannelNotifier } from "./create-channel-notifier.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");

/** The integration on a test platform, with a chat. */
export interface Setting {
  readonly integration: Integration;
  readonly platform: TestPlatform;
  readonly chat: ChatService;
  /** Presses the "Connection" button. */
  readonly connect: (options?: { readonly allowFailure: boolean }) => Promise<BrowserPage>;
  /** Connects and selects a channel, which activates the installation. */
  readonly activate: () => Promise<void>;
}

/** Sets up a separate platform for a test. The secrets default to the chat's. */
export async function setUp(
  chat: ChatService = createChatService(),
  secrets: IntegrationTypes["secrets"] = secretsFor(chat),
): Promise<Setting> {
  const integration = createChannelNotifier(createMemoryDedupeStore());
  const platform = await createTestPlatform(integration, {
    manifest,
    secrets,
    services: { [chatOrigin]: chat.fetch },
  });
  const connect: Setting["connect"] = (options) => platform.connect("oauth_credentials", options);
  return {
    integration,
    platform,
    chat,
    connect,
    activate: async () => {
      await connect();
      await platform.configure({ channel: "C1" });
      await platform.runQueued();
    },
  };
}

function secretsFor({ provider }: ChatService): IntegrationTypes["secrets"] {
  return { CHAT_ORIGIN: chatOrigin, CLIENT_ID: provider.clientId, CLIENT_SECRET: provider.clientSecret };
}
