import { endpointPollOperations } from "@plugboard/api/contract";
import { signDelivery } from "@plugboard/webhook-delivery";
import { liveSecrets } from "../endpoint-secrets.ts";
import { requirePolling, rotatePollToken } from "../../access/poll-tokens.ts";
import { getWebhookEndpoint } from "../webhook-endpoints.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

export const endpointPollFeature: Feature = defineFeature(endpointPollOperations, (platform) => {
  const { deliveries, now } = platform;
  async function findPolling({
    installationId,
    endpointId,
  }: {
    readonly installationId: string;
    readonly endpointId: string;
  }): Promise<string> {
    const endpoint = await getWebhookEndpoint(platform, installationId, endpointId);
    requirePolling(endpoint);
    return endpoint.id;
  }
  return {
    pollWebhookEndpoint: async ({ params, body: { waitSeconds = 0, ...page } }) => {
      const endpointId = await findPolling(params);
      const waitMilliseconds = waitSeconds * 1000;
      const poll = await deliveries.poll({
        ...page,
        endpointId,
        waitMilliseconds,
        signal: platform.stopping,
      });
      const secrets = liveSecrets(poll.endpoint, now()).map(({ secret }) => secret);
      const items = poll.deliveries.map(async (delivery) => ({
        id: delivery.id,
        eventId: delivery.eventId,
        eventType: delivery.eventType,
        headers: await signDelivery(delivery, { ...poll.endpoint, secrets }, now),
        body: delivery.body,
        createdAt: isoTime(delivery.createdAt),
      }));
      return { items: await Promise.all(items), cursor: poll.cursor };
    },
    acknowledgeWebhookEndpoint: async ({ params, body: { cursor } }) => ({
      count: await deliveries.acknowledge(await findPolling(params), cursor),
    }),
    rotateWebhookEndpointPollToken: async ({ params: { installationId, endpointId }, body }) => {
      const endpoint = await getWebhookEndpoint(platform, installationId, endpointId);
      const { token, createdAt } = await rotatePollToken(platform, endpoint, body.overlapSeconds);
      return { token, createdAt: isoTime(createdAt) };
    },
  };
});
