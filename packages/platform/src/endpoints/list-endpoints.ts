import type { Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";

/** The kinds of endpoint the delivery engine serves here. */
export const endpointKinds = { webhook: "webhook", integration: "integration" } as const;

/** All endpoints of an installation, or those of one kind, in the order they were made. */
export async function listEndpoints(
  { deliveries }: PlatformContext,
  installationId: string,
  kind?: (typeof endpointKinds)[keyof typeof endpointKinds],
): Promise<readonly Endpoint[]> {
  // More than there can be: see the limit of webhook endpoints.
  const { items } = await deliveries.listEndpoints({ tenant: installationId, limit: 1000, kind });
  return items;
}
