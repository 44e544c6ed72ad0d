import type { AttemptResource, DeliveryQuery, Page } from "@plugboard/api/client";
import { deliveryOperations, deliverySearchOperations } from "@plugboard/api/contract";
import type {
  Attempt,
  Delivery,
  DeliveryQuery as EngineQuery,
  DisabledNotice,
} from "@plugboard/webhook-delivery";
import { mayCall, type OrganizationScope } from "../../access/may-call.ts";
import { isTokenPrincipal, type Principal } from "../../access/principal.ts";
import { orNotFound, PlatformError } from "../../common/platform-error.ts";
import { eventIdFor } from "../../events/received-event.ts";
import { getEvent } from "../../events/list-events.ts";
import type { Platform } from "../../operations/platform.ts";
import {
  createLoadEndpointFacts,
  createShowDelivery,
  findDelivery,
  listTenants,
  shownKind,
  toDeliveryTarget,
} from "./delivery-resource.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf, numberKey, paginate, showPage } from "../../operations/paginate.ts";

export const deliveryFeature: Feature = defineFeature(deliveryOperations, (platform) => {
  const list = async (
    {
      status,
      responseStatus: lastStatus,
      createdSince,
      createdBefore,
      text: bodyText,
      ...query
    }: DeliveryQuery,
    where: Pick<EngineQuery, "tenant" | "tenants" | "kind">,
  ) => {
    if (query.deliveryId !== undefined) return await listOne(query.deliveryId, where);
    const states = status === undefined ? undefined : [status];
    const all = {
      ...query,
      ...where,
      states,
      lastStatus,
      bodyText,
      createdSince: optionalTime(createdSince),
      createdBefore: optionalTime(createdBefore),
      limit: limitOf(query),
    };
    const { items, cursor: next } = await platform.deliveries.listDeliveries(all);
    return await showPage({ items, next }, createShowDelivery(platform));
  };
  const listOne = async (
    id: string,
    { tenant, tenants, kind }: Pick<EngineQuery, "tenant" | "tenants" | "kind">,
  ) => {
    const delivery = await platform.deliveries.getDelivery(id);
    const endpoint = delivery && (await platform.deliveries.getEndpoint(delivery.endpointId));
    const owners = tenant === undefined ? tenants : [tenant];
    const isTheirs =
      endpoint !== undefined &&
      (owners?.includes(endpoint.tenant) ?? true) &&
      (kind === undefined || endpoint.kind === kind);
    return {
      items: delivery !== undefined && isTheirs ? [await createShowDelivery(platform)(delivery)] : [],
    };
  };
  return {
    listEventDeliveries: async ({ params: { eventId }, query }) => {
      const page = paginate(await listOfEvent(platform, eventId), ({ id }) => id, query);
      return await showPage(page, createShowDelivery(platform));
    },
    listDeliveries: async ({ query: { organization: _narrowed, ...query }, organizations, caller }) => {
      if (query.text !== undefined) requireBodies(caller, organizations);
      return await list(query, {
        tenants: await listTenants(platform, organizations),
        kind: shownKind(caller),
      });
    },
    listInstallationDeliveries: async ({ params: { installationId }, query, organizations, caller }) => {
      if (query.text !== undefined) requireBodies(caller, organizations);
      return await list(query, { tenant: installationId });
    },
    getDelivery: async ({ params, caller }) =>
      await createShowDelivery(platform)(await findDelivery(platform, params, caller)),
    listDeliveryAttempts: async ({ params, query, caller }): Promise<Page<AttemptResource>> => {
      const { id } = await findDelivery(platform, params, caller);
      const attempts = await platform.deliveries.listAttempts(id);
      return await showPage(
        paginate(attempts, ({ number }) => numberKey(number), query),
        toAttemptResource,
      );
    },
    sendDeliveryAgain: async ({ params, caller }) => {
      const { id } = await findDelivery(platform, params, caller);
      return await createShowDelivery(platform)(await platform.deliveries.resend(id));
    },
    listNotices: async ({ query, organizations }) => {
      const load = createLoadEndpointFacts(platform);
      const tenants = await listTenants(platform, organizations);
      const notices = [];
      for (const notice of await platform.deliveries.listNotices()) {
        const { endpoint } = tenants === undefined ? {} : await load(notice.endpointId);
        if (tenants === undefined || tenants.includes(endpoint?.tenant ?? "")) notices.push(notice);
      }
      const page = paginate(notices, newestFirst, query);
      return await showPage(page, async ({ id, endpointId, reason, disabledAt, failingSince }) => {
        const { endpoint, integration } = await load(endpointId);
        return {
          id,
          installationId: endpoint?.tenant ?? endpointId,
          target: toDeliveryTarget(endpoint, integration),
          reason,
          disabledAt: isoTime(disabledAt),
          failingSince: optionalIsoTime(failingSince),
        };
      });
    },
    acknowledgeNotice: async ({ params: { noticeId } }) => {
      const notices = await platform.deliveries.listNotices();
      orNotFound(
        notices.find(({ id }) => id === noticeId),
        `notice ${noticeId}`,
      );
      await platform.deliveries.acknowledgeNotice(noticeId);
    },
  };
});

/**
 * Requires access to the bodies of deliveries, because a search reveals their text.
 *
 * @throws PlatformError `forbidden`
 */
function requireBodies(caller: Principal, { allowed = [] }: OrganizationScope): void {
  if (isTokenPrincipal(caller)) return;
  const { getDeliveryBody } = deliverySearchOperations;
  if (allowed.every((organization) => mayCall(caller, getDeliveryBody, organization) === "allowed")) return;
  throw new PlatformError(
    "forbidden",
    `Searching for text in bodies requires the scope ${getDeliveryBody.keyScope}.`,
  );
}

const maxDeliveriesOfEvent = 1000;

async function listOfEvent(platform: Platform, eventId: string): Promise<Delivery[]> {
  const event = await getEvent(platform, eventId);
  const ids = (event.recipients ?? []).map((recipient) => eventIdFor(event, recipient));
  const found = await Promise.all(
    ids.map((id) => platform.deliveries.listDeliveries({ eventId: id, limit: maxDeliveriesOfEvent })),
  );
  return found.flatMap(({ items }) => items);
}

function toAttemptResource(attempt: Attempt): AttemptResource {
  return {
    number: attempt.number,
    startedAt: isoTime(attempt.startedAt),
    durationMilliseconds: attempt.timings.total,
    transformedBy: attempt.transformedBy,
    requestHeaders: attempt.requestHeaders,
    responseHeaders: attempt.responseHeaders,
    responseStatus: attempt.status,
    responseExcerpt: attempt.responseExcerpt,
    error: attempt.errorMessage,
    errorCode: attempt.errorCode,
    nextAttemptAt: optionalIsoTime(attempt.nextAttemptAt),
  };
}

function optionalTime(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso);
}

function newestFirst({ disabledAt, id }: DisabledNotice): string {
  return `${numberKey(Number.MAX_SAFE_INTEGER - disabledAt)} ${id}`;
}
