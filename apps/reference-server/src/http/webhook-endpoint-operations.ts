import { webhookEventTypes } from "@plugboard/api";
import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import { z } from "zod";
import { type Principal, requireInstallation } from "../auth/principal.ts";
import { endpointKinds } from "../dispatch/integration-endpoints.ts";
import { getInstallation } from "../platform/installations.ts";
import { createSampleEvent } from "../platform/sample-event.ts";
import {
  createWebhookEndpoint,
  endpointEventTypes,
  getWebhookEndpoint,
  liveSecrets,
  rotateEndpointSecret,
  updateWebhookEndpoint,
} from "../platform/webhook-endpoints.ts";
import type { Services } from "../services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { endpointSecretsSchema, webhookEndpointSchema } from "./schemas.ts";
import { toEndpointSecrets, toWebhookEndpoint } from "./to-resource.ts";

const tag = "Webhook endpoints";
const path = "/installations/{installationId}/webhook-endpoints";
const itemPath = `${path}/{endpointId}`;
const listParams = z.object({ installationId: z.string() });
const params = z.object({ installationId: z.string(), endpointId: z.string() });
const url = z.url({ protocol: /^https?$/, error: "must be an http(s) URL" });
const eventTypes = z.array(z.enum(webhookEventTypes)).min(1, "must name at least one event type");
const creation = z.object({
  url,
  eventTypes,
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
});
const update = z.object({
  url: url.exactOptional(),
  eventTypes: eventTypes.exactOptional(),
  status: z.enum(["enabled", "disabled"]).exactOptional(),
});
const rotation = z.object({
  overlapSeconds: z
    .int()
    .min(0)
    .max(30 * 24 * 3600)
    .exactOptional(),
});
const testEvent = z.object({ type: z.enum(webhookEventTypes).exactOptional() });
const accepted = z.object({ eventId: z.string(), deliveryId: z.string() });

/** URLs that receive an installation's events. */
export function createWebhookEndpointOperations({ context, deliveries }: Services): Operation[] {
  const requireOwner = async (installationId: string, principal: Principal): Promise<{ paused: boolean }> => {
    const installation = await getInstallation(context, installationId);
    requireInstallation(principal, installation);
    return { paused: installation.status === "paused" };
  };
  const find = async (
    { installationId, endpointId }: z.infer<typeof params>,
    principal: Principal,
  ): Promise<Endpoint> => {
    await requireOwner(installationId, principal);
    return await getWebhookEndpoint(deliveries, installationId, endpointId);
  };
  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: "List the webhook endpoints of an installation",
      input: { params: listParams, query: pageQuerySchema },
      response: listSchema(webhookEndpointSchema),
      handle: async ({ params: { installationId: tenant }, query }, principal) => {
        await requireOwner(tenant, principal);
        const { items } = await deliveries.listEndpoints({
          tenant,
          kind: endpointKinds.webhook,
          limit: 1000,
        });
        return paginate(items.map(toWebhookEndpoint), ({ id }) => id, query);
      },
    }),
    defineOperation({
      method: "post",
      path,
      tag,
      summary: "Register a webhook endpoint; it gets a fresh secret",
      input: { params: listParams, body: creation },
      response: webhookEndpointSchema,
      status: 201,
      handle: async ({ params: { installationId }, body }, principal) => {
        const { paused } = await requireOwner(installationId, principal);
        const endpoint = await createWebhookEndpoint(deliveries, installationId, body, context.now());
        return toWebhookEndpoint(paused ? await deliveries.pauseEndpoint(endpoint.id) : endpoint);
      },
    }),
    defineOperation({
      method: "get",
      path: itemPath,
      tag,
      summary: "Read a webhook endpoint",
      input: { params },
      response: webhookEndpointSchema,
      handle: async (input, principal) => toWebhookEndpoint(await find(input.params, principal)),
    }),
    defineOperation({
      method: "patch",
      path: itemPath,
      tag,
      summary: "Change a webhook endpoint",
      input: { params, body: update },
      response: webhookEndpointSchema,
      handle: async (input, principal) => {
        const endpoint = await find(input.params, principal);
        return toWebhookEndpoint(await updateWebhookEndpoint(deliveries, endpoint, input.body));
      },
    }),
    defineOperation({
      method: "delete",
      path: itemPath,
      tag,
      summary: "Remove a webhook endpoint",
      input: { params },
      status: 204,
      handle: async (input, principal) => {
        const { id } = await find(input.params, principal);
        await deliveries.deleteEndpoint(id);
      },
    }),
    defineOperation({
      method: "get",
      path: `${itemPath}/secrets`,
      tag,
      summary: "Read the secrets that sign for an endpoint",
      input: { params },
      response: endpointSecretsSchema,
      handle: async (input, principal) =>
        toEndpointSecrets(liveSecrets(await find(input.params, principal), context.now())),
    }),
    defineOperation({
      method: "post",
      path: `${itemPath}/rotate-secret`,
      tag,
      summary: "Give an endpoint a new secret; the old one signs along for the overlap",
      input: { params, body: rotation },
      response: endpointSecretsSchema,
      handle: async (input, principal) => {
        const endpoint = await find(input.params, principal);
        const now = context.now();
        const rotated = await rotateEndpointSecret(deliveries, endpoint, now, input.body.overlapSeconds);
        return toEndpointSecrets(liveSecrets(rotated, now));
      },
    }),
    defineOperation({
      method: "post",
      path: `${itemPath}/test-event`,
      tag,
      summary: "Send a sample event to an endpoint, signed and retried like any other",
      input: { params, body: testEvent },
      response: accepted,
      status: 202,
      handle: async (input, principal) =>
        await sendTestEvent(deliveries, await find(input.params, principal), input.body.type, context.now()),
    }),
  ];
}

async function sendTestEvent(
  deliveries: DeliveryStore,
  endpoint: Endpoint,
  requested: (typeof webhookEventTypes)[number] | undefined,
  now: number,
): Promise<z.infer<typeof accepted>> {
  const type = requested ?? endpointEventTypes(endpoint)[0] ?? webhookEventTypes[0];
  const event = createSampleEvent(type, endpoint.tenant, now);
  const [enqueued] = await deliveries.enqueue([
    { id: event.eventId, type, body: JSON.stringify(event), endpointIds: [endpoint.id] },
  ]);
  const deliveryId = enqueued?.deliveries[0]?.id ?? "";
  return { eventId: event.eventId, deliveryId };
}
