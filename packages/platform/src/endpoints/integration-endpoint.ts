import { DeliveryError, type Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { endpointKinds } from "./webhook-endpoints.ts";

/**
 * Makes sure that the endpoint which carries an installation's envelopes leads to its integration. It has the installation's
 * own id, and begins with what the engine holds the installation for.
 */
export async function prepareIntegrationEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
  url: string,
  known: Endpoint | undefined,
): Promise<void> {
  if (known?.url === url) return;
  if (known !== undefined) {
    await deliveries.updateEndpoint(installationId, { url });
    return;
  }
  const kind = endpointKinds.integration;
  await deliveries
    .createEndpoint({
      id: installationId,
      tenant: installationId,
      url,
      kind,
      eventTypes: [],
      secrets: [],
    })
    .catch((error: unknown) => {
      // Another server was quicker.
      if (!(error instanceof DeliveryError && error.code === "endpoint_exists")) throw error;
    });
}

/** Gives an installation's integration another chance where the engine had given it up. */
export async function enableIntegrationEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
): Promise<void> {
  const endpoint = await deliveries.getEndpoint(installationId);
  if (endpoint?.status === "disabled") await deliveries.enableEndpoint(installationId);
}
