import type { DeliveryStore } from "@plugboard/webhook-delivery";

/** The kinds of endpoint the delivery engine serves here. */
export const endpointKinds = { webhook: "webhook", integration: "integration" } as const;

/** The endpoint that carries an installation's envelopes: it has the installation's own id. */
export interface IntegrationEndpoints {
  /** Makes sure it is there, and that all of the installation's endpoints are held back exactly while it is paused. */
  readonly ensure: (installation: {
    readonly id: string;
    readonly paused: boolean;
    readonly url: string;
  }) => Promise<void>;
}

/** Remembers what it has ensured, so that an event costs no look-up. */
export function createIntegrationEndpoints(deliveries: DeliveryStore): IntegrationEndpoints {
  const ensured = new Map<string, string>();
  const sync = async (id: string, url: string, paused: boolean): Promise<void> => {
    const known = await deliveries.getEndpoint(id);
    if (known === undefined) {
      const kind = endpointKinds.integration;
      await deliveries.createEndpoint({ id, tenant: id, url, kind, eventTypes: [], secrets: [] });
    } else if (known.url !== url) await deliveries.updateEndpoint(id, { url });
    const { items } = await deliveries.listEndpoints({ tenant: id, limit: 1000 });
    for (const { id: endpointId, status } of items) {
      if (paused && status === "active") await deliveries.pauseEndpoint(endpointId);
      if (!paused && status === "paused") await deliveries.resumeEndpoint(endpointId);
    }
  };
  return {
    ensure: async ({ id, url, paused }) => {
      const state = `${paused}:${url}`;
      if (ensured.get(id) === state) return;
      await sync(id, url, paused);
      ensured.set(id, state);
    },
  };
}
