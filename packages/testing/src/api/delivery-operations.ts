import {
  getDelivery,
  listDeliveryAttempts,
  listInstallationDeliveries,
  listInstallationEvents,
  sendDeliveryAgain,
} from "@plugboard/api/routes";
import type { DeliveryState, PlatformState } from "../platform/platform-state.ts";
import { ApiFailure, defineRead, type Deliver, type ApiOperations } from "./api-operation.ts";
import { requireInstalled } from "./installation-operations.ts";
import { paginate } from "./paginate.ts";

/** What happened and where it went. */
export function deliveryOperations(state: PlatformState, deliver: Deliver): ApiOperations {
  return {
    [listInstallationEvents.path]: {
      GET: defineRead(undefined, ({ params, query }) => {
        requireInstalled(state, params);
        return paginate(state.events.toReversed(), query);
      }),
    },
    [listInstallationDeliveries.path]: {
      GET: defineRead(undefined, ({ params, query }) => {
        requireInstalled(state, params);
        const resources = [...state.deliveries.values()].map(({ resource }) => resource);
        return paginate(
          resources.toReversed().filter((resource) => matches(resource, query)),
          query,
        );
      }),
    },
    [getDelivery.path]: {
      GET: defineRead(undefined, ({ params }) => findDelivery(state, params).resource),
    },
    [listDeliveryAttempts.path]: {
      GET: defineRead(undefined, ({ params, query }) =>
        paginate(findDelivery(state, params).attempts, query),
      ),
    },
    [sendDeliveryAgain.path]: {
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
