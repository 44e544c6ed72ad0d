import type { Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";

/** The kinds of endpoint in the delivery engine. */
export const endpointKinds = {
  webhook: "webhook",
  integration: "integration",
  /** A subscription of an agent. */
  agent: "agent",
  /** A stream of an organization's audit log or logs. Its tenant is the organization. */
  stream: "stream",
} as const;

/** Returns the endpoints of an installation in the order they were created, optionally of one kind. */
export async function listEndpoints(
  { deliveries }: PlatformContext,
  installationId: string,
  kind?: (typeof endpointKinds)[keyof typeof endpointKinds],
): Promise<readonly Endpoint[]> {
  // Above the maximum number of endpoints per installation.
  const { items } = await deliveries.listEndpoints({ tenant: installationId, limit: 1000, kind });
  return items;
}

/** Returns the endpoints of the given installations, grouped by installation. */
export async function listEndpointsOf(
  { deliveries }: PlatformContext,
  installationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Endpoint[]>> {
  const tenants = [...new Set(installationIds)];
  const endpoints: Endpoint[] = [];
  for (let cursor: string | undefined; tenants.length > 0; ) {
    const page = await deliveries.listEndpoints({ tenants, cursor, limit: 1000 });
    endpoints.push(...page.items);
    ({ cursor } = page);
    if (cursor === undefined) break;
  }
  return Map.groupBy(endpoints, ({ tenant }) => tenant);
}
