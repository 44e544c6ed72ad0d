import { ApiError } from "@plugboard/api/client";
import { createIntegration, webhookEventTypes } from "@plugboard/content/integration";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { syncEndpoint } from "./sync-endpoint.ts";

/** Registers the configured URL as a webhook endpoint. The platform signs, delivers and retries. */
export const integration = createIntegration<IntegrationTypes>({
  events: {
    installation_setup: async (event, { environment, api, log }) => {
      const { installation } = environment;
      if (installation?.status !== "active") return undefined;
      const { webhook_url: url, ...chosen } = installation.configuration;
      const eventTypes = webhookEventTypes.filter((type) => chosen[type]);
      if (eventTypes.length === 0) {
        log.warn("no event type is selected: the endpoint is unchanged");
        return {
          problems: [{ path: "space_content_updated", message: "Select at least one event type." }],
        };
      }
      try {
        await syncEndpoint(api, event, { url, eventTypes });
      } catch (error) {
        // A retry can help after a platform failure, but not with rejected settings.
        if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
        log.warn("the platform rejected a setting: the endpoint is unchanged", { reason: error.message });
        // Shown at the setting until it is changed.
        return { problems: error.problems.map(({ message }) => ({ path: "webhook_url", message })) };
      }
      return undefined;
    },
  },
});
