import { webhookEventTypes } from "@plugboard/api";
import type { Endpoint } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { type Principal, requireInstallation } from "../access/principal.ts";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import { holdEndpoints } from "../endpoints/hold-endpoints.ts";
import { createIdFromKey } from "../common/create-id.ts";
import { getInstallation, requireInstalledIn } from "../installations/installations.ts";
import { sendTestEvent } from "../endpoints/send-test-event.ts";
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  liveSecrets,
  rotateEndpointSecret,
  updateWebhookEndpoint,
} from "../endpoints/webhook-endpoints.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { limitOf, listSchema, pageQuerySchema } from "./paginate.ts";
import { endpointSecretsSchema, webhookEndpointSchema } from "./schemas.ts";
import { toEndpointSecrets, toWebhookEndpoint } from "./to-resource.ts";

const tag = "Webhook endpoints";
const path = "/installations/{installationId}/webhook-endpoints";
const itemPath = `${path}/{endpointId}`;
const listParams = z.object({ installationId: z.string() });
const params = z.object({ installationId: z.string(), endpointId: z.string() });
const url = z.url({ protocol: /^https?$/, error: "must be an http(s) URL" }).max(2000);
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
  status: z.enum(["enabled", "paused", "disabled"]).exactOptional(),
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
export function createWebhookEndpointOperations(services: Services): Operation[] {
  return [...createListOperations(services), ...createItemOperations(services)];
}

function createListOperations({ context, deliveries }: Services): Operation[] {
  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: "List the webhook endpoints of an installation",
      input: { params: listParams, query: pageQuerySchema },
      response: listSchema(webhookEndpointSchema),
      handle: async ({ params: { installationId: tenant }, query }, principal) => {
        requireInstallation(principal, await getInstallation(context, tenant));
        const { items, cursor } = await deliveries.listEndpoints({
          tenant,
          kind: endpointKinds.webhook,
          ...query,
          limit: limitOf(query),
        });
        return { items: items.map(toWebhookEndpoint), ...(cursor !== undefined && { next: cursor }) };
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
      handle: async ({ params: { installationId }, body }, principal, { idempotencyKey }) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        await requireInstalledIn(context, installationId, body);
        const key =
          idempotencyKey === undefined ? {} : { id: createIdFromKey("whe", installationId, idempotencyKey) };
        const now = context.now();
        const endpoint = await createWebhookEndpoint(deliveries, installationId, { ...body, ...key }, now);
        await holdEndpoints(context, deliveries, installationId);
        return toWebhookEndpoint(endpoint);
      },
    }),
  ];
}

function createItemOperations({ context, deliveries }: Services): Operation[] {
  const find = async (
    { installationId, endpointId }: z.infer<typeof params>,
    principal: Principal,
  ): Promise<Endpoint> => {
    requireInstallation(principal, await getInstallation(context, installationId));
    return await getWebhookEndpoint(deliveries, installationId, endpointId);
  };
  return [
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
      summary: "Change a webhook endpoint; paused keeps its deliveries, disabled gets no new ones",
      input: { params, body: update },
      response: webhookEndpointSchema,
      handle: async (input, principal) => {
        await updateWebhookEndpoint(deliveries, await find(input.params, principal), input.body);
        await holdEndpoints(context, deliveries, input.params.installationId);
        return toWebhookEndpoint(await find(input.params, principal));
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
      handle: async (input, principal, { idempotencyKey }) => {
        const endpoint = await find(input.params, principal);
        return await sendTestEvent(deliveries, endpoint, { ...input.body, idempotencyKey }, context.now());
      },
    }),
  ];
}
