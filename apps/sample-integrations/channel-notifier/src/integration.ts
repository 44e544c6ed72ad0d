import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
import { createChannelNotifier } from "./create-channel-notifier.ts";

/** Posts feedback to a chat. Several processes need a store they share: `@plugboard/webhook-receiver` has some. */
export const integration = createChannelNotifier(createMemoryDedupeStore());
