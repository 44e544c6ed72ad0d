import { readFile } from "node:fs/promises";
import type { Integration } from "@plugboard/runtime";
import { type BrowserPage, createTestPlatform, type TestPlatform } from "@plugboard/testing";
import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
import { chatOrigin, type ChatService, createChatService } from "./chat-service.fixture.ts";
import { createChannelNotifier } from "./create-channel-notifier.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");

/** The integration on a platform, with a chat to talk to. */
export interface Setting {
  readonly integration: Integration;
  readonly platform: TestPlatform;
  readonly chat: ChatService;
  /** Presses the button of the setting "Connection". */
  readonly connect: () => Promise<BrowserPage>;
  /** Connects and chooses a channel, which makes the installation active. */
  readonly activate: () => Promise<void>;
}

/** Makes a setting of its own for each test; its secrets are those of the chat when left out. */
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
  const connect = () => platform.connect("oauth_credentials");
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
