import type { WebhookEventType } from "@plugboard/api";
import { createIntegration } from "@plugboard/runtime";
import { parseEventTypes } from "./parse-event-types.ts";
import { syncEndpoint } from "./sync-endpoint.ts";

interface WebhookTypes {
  readonly configuration: {
    readonly account: { readonly webhook_url?: string; readonly event_types?: string };
    readonly site: object;
    readonly space: object;
  };
  readonly secrets: object;
}

/** Registers the configured URL as a webhook endpoint. The platform signs, delivers and retries. */
export const integration = createIntegration<WebhookTypes>({
  events: {
    installation_setup: async (_event, { environment, api, log }) => {
      const { installation } = environment;
      if (installation?.status !== "active") return;
      const { webhook_url: url, event_types: listed = "" } = installation.configuration;
      if (url === undefined) return;
      const eventTypes: readonly WebhookEventType[] = parseEventTypes(listed);
      if (eventTypes.length === 0) {
        log.warn("no known event type is configured, so nothing will be sent", { configured: listed });
        return;
      }
      await syncEndpoint(api, installation.id, { url, eventTypes });
    },
  },
});
