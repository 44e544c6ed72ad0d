import { ApiError } from "@plugboard/api/client";
import { createIntegration } from "@plugboard/runtime";
import { parseEventTypes } from "./parse-event-types.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { syncEndpoint } from "./sync-endpoint.ts";

/** Registers the configured URL as a webhook endpoint. The platform signs, delivers and retries. */
export const integration = createIntegration<IntegrationTypes>({
  events: {
    installation_setup: async (_event, { environment, api, log }) => {
      const { installation } = environment;
      if (installation?.status !== "active") return;
      const { webhook_url: url, event_types: listed } = installation.configuration;
      const eventTypes = parseEventTypes(listed);
      if (eventTypes.length === 0) {
        log.warn("no known event type is configured: the endpoint stays as it is", { configured: listed });
        return;
      }
      try {
        await syncEndpoint(api, installation.id, { url, eventTypes });
      } catch (error) {
        // Settings that the platform refuses are refused again when the event comes again; a failing platform is not.
        if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
        log.warn("the platform refuses a setting: the endpoint stays as it is", { reason: error.message });
      }
    },
  },
});
