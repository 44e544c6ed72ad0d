import { listIntegrationInstallations, updateInstallation } from "@plugboard/api/routes";
import { createIntegration, createRouter, verifyInboundWebhook, webhookSchemes } from "@plugboard/runtime";
import { parseRelease } from "./release.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/**
 * Receives the webhooks of a repository host. They all arrive at the same URL, so each installation stores
 * its repository as its external ID, which maps a webhook to its installations.
 */
export const integration = createIntegration<IntegrationTypes>({
  events: {
    installation_setup: async (_event, { environment, api }) => {
      const { installation } = environment;
      const repository = installation?.configuration.repository;
      if (installation === undefined || repository === undefined) return;
      // Redelivered events change nothing.
      if (installation.externalIds.join() === repository) return;
      const params = { installationId: installation.id };
      await api.call(updateInstallation, { params, body: { externalIds: [repository] } });
    },
  },
  fetch: createRouter({
    "/webhooks": {
      POST: async (request, { environment, integration: { api }, log }) => {
        // Verifies the raw bytes before parsing. Invalid signatures get a 401.
        const secret = environment.secrets.WEBHOOK_SECRET;
        await verifyInboundWebhook(request, { scheme: webhookSchemes.github, secret });
        const release = parseRelease(await request.json());
        if (release === undefined) return Response.json({ ignored: true });
        const { name } = environment.integration;
        const query = { externalId: release.repository };
        const found: string[] = [];
        for await (const { id } of api.list(listIntegrationInstallations, {
          params: { integration: name },
          query,
        }))
          found.push(id);
        for (const installation of found)
          log.info("a release was published", { installation, tag: release.tag, url: release.url });
        return Response.json({ installations: found.length });
      },
    },
  }),
});
