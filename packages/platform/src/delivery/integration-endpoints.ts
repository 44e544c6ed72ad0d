import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { listInstallations } from "../installations/installations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import { holdEndpoints } from "../endpoints/hold-endpoints.ts";
import type { StoredRecipient } from "./load-recipients.ts";

/**
 * Makes sure that a recipient's endpoints are as they have to be before something is enqueued for them. The one that
 * carries its envelopes has the installation's own id.
 */
export async function prepareEndpoints(
  context: PlatformContext,
  deliveries: DeliveryStore,
  { installationId: id, url, integrationEndpoint, misheld }: StoredRecipient,
): Promise<void> {
  if (integrationEndpoint === undefined) await addIntegrationEndpoint(deliveries, id, url);
  else if (integrationEndpoint.url !== url) await deliveries.updateEndpoint(id, { url });
  if (integrationEndpoint === undefined || misheld) await holdEndpoints(context, deliveries, id);
}

async function addIntegrationEndpoint(deliveries: DeliveryStore, id: string, url: string): Promise<void> {
  const kind = endpointKinds.integration;
  await deliveries
    .createEndpoint({ id, tenant: id, url, kind, eventTypes: [], secrets: [] })
    .catch((error: unknown) => {
      // Another server was quicker.
      if (!(error instanceof DeliveryError && error.code === "endpoint_exists")) throw error;
    });
}

/** Gives an integration that was published anew another chance where the engine had given it up. */
export async function reviveIntegrationEndpoints(
  context: PlatformContext,
  deliveries: DeliveryStore,
  integration: string,
): Promise<void> {
  for (const { id } of await listInstallations(context, { integration }))
    await reviveIntegrationEndpoint(deliveries, id);
}

/** Gives the endpoint of one installation's integration another chance, unless the engine has not given it up. */
export async function reviveIntegrationEndpoint(
  deliveries: DeliveryStore,
  installationId: string,
): Promise<void> {
  const endpoint = await deliveries.getEndpoint(installationId);
  if (endpoint?.status === "disabled") await deliveries.enableEndpoint(installationId);
}
