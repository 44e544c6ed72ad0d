import type { DeliveryHold, DeliveryResource, DeliveryTarget, DeliveryWait } from "@plugboard/api/client";
import type { Delivery, Endpoint } from "@plugboard/webhook-delivery";
import type { OrganizationScope } from "../../access/may-call.ts";
import type { Principal } from "../../access/principal.ts";
import { orNotFound } from "../../common/platform-error.ts";
import { inList } from "../../database/in-list.ts";
import { endpointKinds } from "../../endpoints/list-endpoints.ts";
import { holds } from "../../endpoints/webhook-endpoints.ts";
import { getInstallation } from "../../installations/installations.ts";
import type { Platform } from "../../operations/platform.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";

/** Returns the installations, including removed ones, whose deliveries a list covers. `undefined` for all. */
export async function listTenants(
  { db }: Platform,
  { allowed }: OrganizationScope,
): Promise<readonly string[] | undefined> {
  if (allowed === undefined) return undefined;
  const rows = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "in", inList(allowed))
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the only endpoint kind shown to a caller: the portal does not show deliveries to integrations. */
export function shownKind({ type }: Principal): string | undefined {
  return type === "portal" ? endpointKinds.webhook : undefined;
}

/**
 * Returns a delivery of an installation with its endpoint. The portal shows only deliveries to webhook
 * endpoints.
 *
 * @throws PlatformError `not_found`
 */
export async function findDelivery(
  { deliveries }: Platform,
  { installationId, deliveryId }: { readonly installationId: string; readonly deliveryId: string },
  caller: Principal,
): Promise<Delivery> {
  const delivery = orNotFound(await deliveries.getDelivery(deliveryId), `delivery ${deliveryId}`);
  const endpoint = await deliveries.getEndpoint(delivery.endpointId);
  const kind = shownKind(caller);
  const isShown = endpoint?.tenant === installationId && (kind === undefined || endpoint.kind === kind);
  return orNotFound(isShown ? delivery : undefined, `delivery ${deliveryId}`);
}

/** An endpoint, and its integration if it is an integration endpoint. */
interface EndpointFacts {
  readonly endpoint: Endpoint | undefined;
  readonly integration: string;
}

/** Creates a lookup that reads each endpoint once. */
export function createLoadEndpointFacts(platform: Platform): (endpointId: string) => Promise<EndpointFacts> {
  const cache = new Map<string, Promise<EndpointFacts>>();
  const load = async (endpointId: string): Promise<EndpointFacts> => {
    const endpoint = await platform.deliveries.getEndpoint(endpointId);
    if (endpoint?.kind !== endpointKinds.integration) return { endpoint, integration: "" };
    const { integration } = await getInstallation(platform, endpoint.tenant, { removed: true });
    return { endpoint, integration };
  };
  return (endpointId) => {
    const facts = cache.get(endpointId) ?? load(endpointId);
    cache.set(endpointId, facts);
    return facts;
  };
}

/** Creates the converter of deliveries to API resources. Deliveries of the same endpoint share its lookup. */
export function createShowDelivery(platform: Platform): (delivery: Delivery) => Promise<DeliveryResource> {
  const load = createLoadEndpointFacts(platform);
  return async (delivery) => {
    const { endpoint, integration } = await load(delivery.endpointId);
    return {
      id: delivery.id,
      eventId: delivery.eventId,
      eventType: delivery.eventType,
      installationId: endpoint?.tenant ?? delivery.endpointId,
      target: toDeliveryTarget(endpoint, integration),
      status: delivery.state,
      failure: delivery.failureReason,
      attempts: delivery.attempts,
      responseStatus: delivery.lastStatus,
      errorCode: delivery.lastErrorCode,
      nextAttemptAt: optionalIsoTime(delivery.dueAt),
      wait: endpoint === undefined ? undefined : findWait(delivery, endpoint, platform.now()),
      createdAt: isoTime(delivery.createdAt),
      finishedAt: optionalIsoTime(delivery.finishedAt),
    };
  };
}

/** Returns the target of an endpoint's deliveries; `integration` is its integration's name. */
export function toDeliveryTarget(endpoint: Endpoint | undefined, integration: string): DeliveryTarget {
  return endpoint?.kind === endpointKinds.webhook
    ? {
        kind: "endpoint",
        endpointId: endpoint.id,
        url: endpoint.url,
        destination: endpoint.options?.destination?.type,
      }
    : { kind: "integration", integration };
}

const holdNames: Readonly<Record<string, DeliveryHold>> = {
  [holds.paused]: "endpoint_paused",
  [holds.switchedOff]: "endpoint_disabled",
  [holds.unverified]: "endpoint_unverified",
  [holds.installation]: "installation_paused",
};

/** Returns why a pending delivery waits, the longest-lasting reason first. */
function findWait(delivery: Delivery, endpoint: Endpoint, now: number): DeliveryWait | undefined {
  if (delivery.state !== "scheduled" && delivery.state !== "waiting") return undefined;
  if (endpoint.holds.length > 0)
    return { reason: "held", holds: endpoint.holds.map((hold) => holdNames[hold] ?? "other") };
  if (delivery.state === "waiting") return { reason: "ordered" };
  const { circuit } = endpoint;
  const { dueAt = now } = delivery;
  const openUntil = circuit.state === "open" ? circuit.until : 0;
  if (openUntil > Math.max(dueAt, now)) return { reason: "failing", until: isoTime(openUntil) };
  return dueAt > now ? { reason: "retry", until: isoTime(dueAt) } : { reason: "queued" };
}
