import type { DeliveryResource } from "@plugboard/api/client";
import type { Delivery, Endpoint } from "@plugboard/webhook-delivery";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import { getInstallation } from "../installations/installations.ts";
import type { Services } from "../platform/services.ts";
import { toDeliveryResource } from "./to-resource.ts";

/** An endpoint, and the integration behind it where it is that kind. */
interface EndpointFacts {
  readonly endpoint: Endpoint | undefined;
  readonly integration: string;
}

/** Looks endpoints up, each one once. */
export function createLoadEndpointFacts({
  context,
  deliveries,
}: Services): (endpointId: string) => Promise<EndpointFacts> {
  const known = new Map<string, Promise<EndpointFacts>>();
  const load = async (endpointId: string): Promise<EndpointFacts> => {
    const endpoint = await deliveries.getEndpoint(endpointId);
    if (endpoint?.kind !== endpointKinds.integration) return { endpoint, integration: "" };
    const { integration } = await getInstallation(context, endpoint.tenant, { removed: true });
    return { endpoint, integration };
  };
  return (endpointId) => {
    const facts = known.get(endpointId) ?? load(endpointId);
    known.set(endpointId, facts);
    return facts;
  };
}

/** Shows deliveries; those of one endpoint, as a list has many of, share its look-up. */
export function createShowDelivery(services: Services): (delivery: Delivery) => Promise<DeliveryResource> {
  const load = createLoadEndpointFacts(services);
  return async (delivery) => {
    const { endpoint, integration } = await load(delivery.endpointId);
    return toDeliveryResource(delivery, endpoint, integration);
  };
}
