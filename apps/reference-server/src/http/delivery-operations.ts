import type { DeliveryResource } from "@plugboard/api/client";
import type { Delivery, Endpoint } from "@plugboard/webhook-delivery";
import { z } from "zod";
import { type Principal, requireAdmin, requireInstallation } from "../auth/principal.ts";
import { endpointKinds } from "../dispatch/integration-endpoints.ts";
import { getInstallation } from "../platform/installations.ts";
import { getEvent, listEvents } from "../platform/list-events.ts";
import { found, PlatformError } from "../platform/platform-error.ts";
import type { Services } from "../services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema } from "./paginate.ts";
import { attemptSchema, deliverySchema } from "./schemas.ts";
import { isoTime, toAttemptResource, toDeliveryResource } from "./to-resource.ts";
import { eventIdFor } from "../dispatch/event-id-for.ts";

const tag = "Events and deliveries";
const deliveryQuery = z.object({
  ...pageQuerySchema.shape,
  eventId: z.string().exactOptional(),
  endpointId: z.string().exactOptional(),
  status: z.enum(["scheduled", "waiting", "sending", "delivered", "failed"]).exactOptional(),
});
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  installationId: z.string().exactOptional(),
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  recipients: z.array(z.string()).exactOptional(),
});
const deliveryParams = z.object({ deliveryId: z.string() });
const deliveryList = listSchema(deliverySchema);
const attemptList = listSchema(attemptSchema);

/** What happened and where it went. */
export function createDeliveryOperations(services: Services): Operation[] {
  const { context, deliveries } = services;
  const show = createShow(services);
  const findDelivery = async (id: string, principal: Principal): Promise<Delivery> => {
    const delivery = found(await deliveries.getDelivery(id), `delivery ${id}`);
    const endpoint = await deliveries.getEndpoint(delivery.endpointId);
    requireInstallation(
      principal,
      await getInstallation(context, endpoint?.tenant ?? delivery.endpointId, { removed: true }),
    );
    return delivery;
  };
  const list = async (query: z.infer<typeof deliveryQuery>) => {
    const { status, ...rest } = query;
    const page = await deliveries.listDeliveries({
      ...rest,
      ...(status !== undefined && { states: [status] }),
    });
    return {
      items: await Promise.all(page.items.map(show)),
      ...(page.cursor !== undefined && { next: page.cursor }),
    };
  };
  return [
    defineOperation({
      method: "get",
      path: "/events",
      tag,
      summary: "List events, newest first",
      input: { query: pageQuerySchema },
      response: listSchema(eventSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        const { items, next } = await listEvents(context, query);
        return {
          items: items.map(({ createdAt, ...event }) => ({ ...event, createdAt: isoTime(createdAt) })),
          ...(next !== undefined && { next }),
        };
      },
    }),
    defineOperation({
      method: "get",
      path: "/events/{eventId}/deliveries",
      tag,
      summary: "List the deliveries of an event, over all installations that received it",
      input: { params: z.object({ eventId: z.string() }) },
      response: deliveryList,
      handle: async ({ params: { eventId } }, principal) => {
        requireAdmin(principal);
        const event = await getEvent(context, eventId);
        const ids = (event.recipients ?? []).map((recipient) => eventIdFor(event, recipient));
        const pages = await Promise.all(ids.map((id) => deliveries.listDeliveries({ eventId: id })));
        return { items: await Promise.all(pages.flatMap(({ items }) => items).map(show)) };
      },
    }),
    defineOperation({
      method: "get",
      path: "/deliveries",
      tag,
      summary: "List deliveries, newest first",
      input: { query: deliveryQuery },
      response: deliveryList,
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        return await list(query);
      },
    }),
    defineOperation({
      method: "get",
      path: "/deliveries/{deliveryId}",
      tag,
      summary: "Read a delivery",
      input: { params: deliveryParams },
      response: deliverySchema,
      handle: async ({ params }, principal) => await show(await findDelivery(params.deliveryId, principal)),
    }),
    defineOperation({
      method: "get",
      path: "/deliveries/{deliveryId}/attempts",
      tag,
      summary: "List the requests a delivery made",
      input: { params: deliveryParams },
      response: attemptList,
      handle: async ({ params }, principal) => {
        const { id } = await findDelivery(params.deliveryId, principal);
        return { items: (await deliveries.listAttempts(id)).map(toAttemptResource) };
      },
    }),
    defineOperation({
      method: "post",
      path: "/deliveries/{deliveryId}/send-again",
      tag,
      summary: "Send a delivery again, with all its retries before it",
      input: { params: deliveryParams },
      response: deliverySchema,
      handle: async ({ params }, principal) => {
        const { id } = await findDelivery(params.deliveryId, principal);
        return await show(await deliveries.sendAgain(id));
      },
    }),
    defineOperation({
      method: "get",
      path: "/installations/{installationId}/deliveries",
      tag,
      summary: "List the deliveries to one endpoint of an installation",
      input: { params: z.object({ installationId: z.string() }), query: deliveryQuery },
      response: deliveryList,
      handle: async ({ params: { installationId }, query }, principal) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        const endpoint = await deliveries.getEndpoint(query.endpointId ?? installationId);
        if (endpoint !== undefined && endpoint.tenant !== installationId) {
          throw new PlatformError(
            "not_found",
            `Endpoint ${endpoint.id} is not of installation ${installationId}.`,
          );
        }
        return await list({ ...query, endpointId: query.endpointId ?? installationId });
      },
    }),
  ];
}

function createShow({ context, deliveries }: Services): (delivery: Delivery) => Promise<DeliveryResource> {
  return async (delivery) => {
    const endpoint = await deliveries.getEndpoint(delivery.endpointId);
    return toDeliveryResource(delivery, endpoint, await integrationOf(endpoint));
  };

  async function integrationOf(endpoint: Endpoint | undefined): Promise<string> {
    if (endpoint === undefined || endpoint.kind !== endpointKinds.integration) return "";
    return (await getInstallation(context, endpoint.tenant, { removed: true })).integration;
  }
}
