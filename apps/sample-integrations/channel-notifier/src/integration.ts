import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
import { createChannelNotifier } from "./create-channel-notifier.ts";

/** Posts feedback to a chat. Several processes need a shared store; see `@plugboard/webhook-receiver`. */
export const integration = createChannelNotifier(createMemoryDedupeStore());
