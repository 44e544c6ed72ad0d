import { dayMilliseconds } from "../../common/durations.ts";
import { deliverySearchOperations } from "@plugboard/api/contract";
import { DeliveryError } from "@plugboard/webhook-delivery";
import { orNotFound, PlatformError } from "../../common/platform-error.ts";
import { readFailureStatuses, setFailureStatus } from "../failure-statuses.ts";
import {
  createLoadEndpointFacts,
  findDelivery,
  listTenants,
  shownKind,
  toDeliveryTarget,
} from "./delivery-resource.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

const defaultSpans = 48;

export const deliverySearchFeature: Feature = defineFeature(deliverySearchOperations, (platform) => {
  const { deliveries } = platform;
  return {
    countDeliveries: async ({ query, organizations, caller }) => {
      const { eventType, endpointId, responseStatus: lastStatus, spans = defaultSpans } = query;
      const tenants = await listTenants(platform, organizations);
      const before = query.before === undefined ? platform.now() : Date.parse(query.before);
      const since = query.since === undefined ? before - dayMilliseconds : Date.parse(query.since);
      const boundaries = toBoundaries(since, before, spans);
      const where = { eventType, endpointId, lastStatus, tenants, kind: shownKind(caller), boundaries };
      const counts = await deliveries.countDeliveries(where);
      return { spans: counts.map(({ since, ...count }) => ({ since: isoTime(since), ...count })) };
    },
    groupFailedDeliveries: async ({ query, organizations, caller }) => {
      const { eventType, endpointId, responseStatus: lastStatus } = query;
      const before = query.before === undefined ? platform.now() : Date.parse(query.before);
      const since = query.since === undefined ? before - dayMilliseconds : Date.parse(query.since);
      const tenants = await listTenants(platform, organizations);
      const where = { eventType, endpointId, lastStatus, tenants, kind: shownKind(caller), since, before };
      const load = createLoadEndpointFacts(platform);
      const items = [];
      const groups = await deliveries.groupFailures(where);
      const statusOf = await readFailureStatuses(platform, groups);
      for (const group of groups) {
        const { endpoint, integration } = await load(group.endpointId);
        items.push({
          installationId: endpoint?.tenant ?? group.endpointId,
          target: toDeliveryTarget(endpoint, integration),
          failure: group.failureReason,
          responseStatus: group.lastStatus,
          errorCode: group.lastErrorCode,
          count: group.count,
          failedAt: isoTime(group.failedAt),
          status: statusOf(group),
        });
      }
      return { items };
    },
    setFailureCauseStatus: async ({ params: { organizationId }, body }) =>
      await setFailureStatus(platform, organizationId, body),
    sendDeliveriesAgain: async ({ body: { deliveryIds }, organizations, caller }) => {
      const kind = shownKind(caller);
      const tenants = await listTenants(platform, organizations);
      const load = createLoadEndpointFacts(platform);
      const chosen = [];
      for (const id of new Set(deliveryIds)) {
        const delivery = orNotFound(await deliveries.getDelivery(id), `delivery ${id}`);
        const { endpoint } = await load(delivery.endpointId);
        const isTheirs =
          (tenants === undefined || tenants.includes(endpoint?.tenant ?? "")) &&
          (kind === undefined || endpoint?.kind === kind);
        chosen.push(orNotFound(isTheirs ? delivery : undefined, `delivery ${id}`));
      }
      const due = chosen.filter(({ state }) => state !== "sending" && state !== "waiting");
      let resent = 0;
      for (const { id } of due) {
        try {
          await deliveries.resend(id);
          resent += 1;
        } catch (error) {
          if (!(error instanceof DeliveryError && error.code === "event_expunged")) throw error;
        }
      }
      return { resent, leftAlone: chosen.length - resent };
    },
    getDeliveryBody: async ({ params, caller }) => {
      const { eventId: id } = await findDelivery(platform, params, caller);
      const event = orNotFound(
        await deliveries.getEvent({ tenant: params.installationId, id }),
        `event ${id}`,
      );
      if (event.expungedAt !== undefined)
        throw new PlatformError("expunged", `The payload was deleted on ${isoTime(event.expungedAt)}.`);
      return { body: event.body };
    },
  };
});

/** @throws PlatformError `invalid_request` */
function toBoundaries(since: number, before: number, spans: number): number[] {
  const step = (before - since) / spans;
  if (step < 1) {
    const message = `must be at least ${spans} ms after since`;
    throw new PlatformError("invalid_request", `before: ${message}.`, [{ path: "before", message }]);
  }
  return Array.from({ length: spans + 1 }, (_, span) => Math.round(since + span * step));
}
