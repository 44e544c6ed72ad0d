import type { Delivery, DeliveryQuery } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { type Principal, requireAdmin, requireInstallation } from "../access/principal.ts";
import { eventIdFor } from "../events/event-id-for.ts";
import { getInstallation } from "../installations/installations.ts";
import { getEvent } from "../events/list-events.ts";
import { found } from "../common/platform-error.ts";
import type { Services } from "../platform/services.ts";
import { createShowDelivery } from "./show-delivery.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { limitOf, type ListResponse, listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { attemptSchema, deliverySchema } from "./schemas.ts";
import { toAttemptResource } from "./to-resource.ts";

const tag = "Events and deliveries";
const deliveryQuery = z.object({
  ...pageQuerySchema.shape,
  eventId: z.string().exactOptional(),
  endpointId: z.string().exactOptional(),
  status: z.enum(["scheduled", "waiting", "sending", "delivered", "failed"]).exactOptional(),
});
const params = z.object({ installationId: z.string().exactOptional(), deliveryId: z.string() });
const deliveryList = listSchema(deliverySchema);
const attemptList = listSchema(attemptSchema);
const widest = 1000;

/** Where events went. An administrator sees all of them, an integration those of its installations. */
export function createDeliveryOperations(services: Services): Operation[] {
  return [
    ...createListOperations(services),
    ...createItemOperations(services, "/deliveries/{deliveryId}"),
    ...createItemOperations(services, "/installations/{installationId}/deliveries/{deliveryId}"),
  ];
}

function createListOperations(services: Services): Operation[] {
  const { context, deliveries } = services;
  const list = async (query: z.infer<typeof deliveryQuery>, tenant?: string) => {
    const { status, ...rest } = query;
    const show = createShowDelivery(services);
    const where: DeliveryQuery = {
      ...rest,
      limit: limitOf(query),
      ...(tenant !== undefined && { tenant }),
      ...(status !== undefined && { states: [status] }),
    };
    const { items, cursor } = await deliveries.listDeliveries(where);
    return { items: await Promise.all(items.map(show)), ...(cursor !== undefined && { next: cursor }) };
  };
  return [
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
      path: "/installations/{installationId}/deliveries",
      tag,
      summary: "List the deliveries of an installation, newest first",
      input: { params: z.object({ installationId: z.string() }), query: deliveryQuery },
      response: deliveryList,
      handle: async ({ params: { installationId }, query }, principal) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        return await list(query, installationId);
      },
    }),
    defineOperation({
      method: "get",
      path: "/events/{eventId}/deliveries",
      tag,
      summary: "List the deliveries of an event, over all installations that received it",
      input: { params: z.object({ eventId: z.string() }), query: pageQuerySchema },
      response: deliveryList,
      handle: async ({ params: { eventId }, query }, principal) => {
        requireAdmin(principal);
        const { items, ...rest } = paginate(await listOfEvent(services, eventId), ({ id }) => id, query);
        return { items: await Promise.all(items.map(createShowDelivery(services))), ...rest };
      },
    }),
  ];
}

async function listOfEvent({ context, deliveries }: Services, eventId: string): Promise<Delivery[]> {
  const event = await getEvent(context, eventId);
  const ids = (event.recipients ?? []).map((recipient) => eventIdFor(event, recipient));
  const pages = await Promise.all(ids.map((id) => deliveries.listDeliveries({ eventId: id, limit: widest })));
  return pages.flatMap(({ items }) => items);
}

function createItemOperations(services: Services, path: string): Operation[] {
  const { context, deliveries } = services;
  const find = async (
    { installationId, deliveryId }: z.infer<typeof params>,
    principal: Principal,
  ): Promise<Delivery> => {
    const delivery = found(await deliveries.getDelivery(deliveryId), `delivery ${deliveryId}`);
    const endpoint = await deliveries.getEndpoint(delivery.endpointId);
    const own = installationId === undefined || endpoint?.tenant === installationId;
    const { tenant } = found(own ? endpoint : undefined, `delivery ${deliveryId}`);
    requireInstallation(principal, await getInstallation(context, tenant, { removed: true }));
    return delivery;
  };
  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: "Read a delivery",
      input: { params },
      response: deliverySchema,
      handle: async (input, principal) =>
        await createShowDelivery(services)(await find(input.params, principal)),
    }),
    defineOperation({
      method: "get",
      path: `${path}/attempts`,
      tag,
      summary: "List the requests a delivery made, oldest first",
      input: { params, query: pageQuerySchema },
      response: attemptList,
      handle: async (input, principal): Promise<ListResponse<z.infer<typeof attemptSchema>>> => {
        const { id } = await find(input.params, principal);
        const attempts = (await deliveries.listAttempts(id)).map(toAttemptResource);
        return paginate(attempts, ({ number }) => String(number).padStart(9, "0"), input.query);
      },
    }),
    defineOperation({
      method: "post",
      path: `${path}/send-again`,
      tag,
      summary: "Send a delivery again, with all its retries before it",
      input: { params },
      response: deliverySchema,
      handle: async (input, principal) => {
        const { id } = await find(input.params, principal);
        return await createShowDelivery(services)(await deliveries.sendAgain(id));
      },
    }),
  ];
}
