import type { DeliveryState, PlatformState } from "../platform/platform-state.ts";
import { ApiFailure, defineRead, type Deliver, type SomeApiOperations } from "./api-operation.ts";
import { requireInstalled } from "./installation-operations.ts";
import { paginate } from "./paginate.ts";

/** What happened and where it went. */
export function deliveryOperations(
  state: PlatformState,
  deliver: Deliver,
): SomeApiOperations<
  | "/installations/{installationId}/events"
  | "/installations/{installationId}/deliveries"
  | "/installations/{installationId}/deliveries/{deliveryId}"
  | "/installations/{installationId}/deliveries/{deliveryId}/attempts"
  | "/installations/{installationId}/deliveries/{deliveryId}/send-again"
> {
  return {
    "/installations/{installationId}/events": {
      GET: defineRead(undefined, ({ params, query }) => {
        requireInstalled(state, params);
        return paginate(state.events.toReversed(), query);
      }),
    },
    "/installations/{installationId}/deliveries": {
      GET: defineRead(undefined, ({ params, query }) => {
        requireInstalled(state, params);
        const resources = [...state.deliveries.values()].map(({ resource }) => resource);
        return paginate(
          resources.toReversed().filter((resource) => matches(resource, query)),
          query,
        );
      }),
    },
    "/installations/{installationId}/deliveries/{deliveryId}": {
      GET: defineRead(undefined, ({ params }) => findDelivery(state, params).resource),
    },
    "/installations/{installationId}/deliveries/{deliveryId}/attempts": {
      GET: defineRead(undefined, ({ params, query }) =>
        paginate(findDelivery(state, params).attempts, query),
      ),
    },
    "/installations/{installationId}/deliveries/{deliveryId}/send-again": {
      POST: defineRead(undefined, async ({ params }) => {
        await deliver(findDelivery(state, params).resource.id);
        return findDelivery(state, params).resource;
      }),
    },
  };
}

function matches({ eventId, status, target }: DeliveryState["resource"], query: URLSearchParams): boolean {
  const values = { eventId, status, endpointId: target.kind === "endpoint" ? target.endpointId : undefined };
  return Object.entries(values).every(([name, value]) => !query.has(name) || query.get(name) === value);
}

function findDelivery(state: PlatformState, params: Readonly<Record<string, string>>): DeliveryState {
  requireInstalled(state, params);
  const delivery = state.deliveries.get(params.deliveryId ?? "");
  if (delivery !== undefined) return delivery;
  throw new ApiFailure(404, "not_found", `There is no delivery ${params.deliveryId}.`);
}
