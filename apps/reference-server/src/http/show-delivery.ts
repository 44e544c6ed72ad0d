import type { DeliveryResource } from "@plugboard/api/client";
import type { Delivery, Endpoint } from "@plugboard/webhook-delivery";
import { endpointKinds } from "../dispatch/endpoint-kinds.ts";
import { getInstallation } from "../platform/installations.ts";
import type { Services } from "../services.ts";
import { toDeliveryResource } from "./to-resource.ts";

/** What a delivery's endpoint adds to it. */
interface EndpointFacts {
  readonly endpoint: Endpoint | undefined;
  readonly integration: string;
}

/** Shows deliveries; those of one endpoint, as a list has many of, share its look-up. */
export function createShowDelivery({
  context,
  deliveries,
}: Services): (delivery: Delivery) => Promise<DeliveryResource> {
  const known = new Map<string, Promise<EndpointFacts>>();
  const load = async (endpointId: string): Promise<EndpointFacts> => {
    const endpoint = await deliveries.getEndpoint(endpointId);
    if (endpoint?.kind !== endpointKinds.integration) return { endpoint, integration: "" };
    const { integration } = await getInstallation(context, endpoint.tenant, { removed: true });
    return { endpoint, integration };
  };
  return async (delivery) => {
    const facts = known.get(delivery.endpointId) ?? load(delivery.endpointId);
    known.set(delivery.endpointId, facts);
    const { endpoint, integration } = await facts;
    return toDeliveryResource(delivery, endpoint, integration);
  };
}
