import type { DeliveryStore } from "@plugboard/webhook-delivery";
import { listInstallations } from "../installations/installations.ts";
import type { PlatformContext } from "../database/platform-context.ts";

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
