import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import { getWebhookEndpoint, listWebhookEndpoints, sendTestEvent } from "@plugboard/api/routes";
import type { TestEvent, WebhookEndpointCreation, WebhookEndpointUpdate } from "@plugboard/api/client";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import { type EndpointState, nextId, type PlatformState } from "../platform/platform-state.ts";
import { deliveriesTo, recordEndpointDelivery } from "../platform/record-delivery.ts";
import { createEvent } from "../platform/sample-event.ts";
import { testIds } from "../platform/test-ids.ts";
import { ApiFailure, defineRead, defineWrite, type Deliver, type ApiOperations } from "./api-operation.ts";
import { requireInstalled, toTime } from "./installation-operations.ts";
import { paginate } from "./paginate.ts";

const url = z.url({ protocol: /^https?$/ });
const eventTypes = z.array(z.enum(webhookEventTypes)).min(1);
const creation: z.ZodType<WebhookEndpointCreation> = z.object({
  url,
  eventTypes,
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
});
const update: z.ZodType<WebhookEndpointUpdate> = z.object({
  url: url.exactOptional(),
  eventTypes: eventTypes.exactOptional(),
  status: z.enum(["enabled", "paused", "disabled"]).exactOptional(),
});
const testEvent: z.ZodType<TestEvent> = z.object({ type: z.enum(webhookEventTypes).exactOptional() });

/** URLs that receive the installation's events. */
export function webhookEndpointOperations(state: PlatformState, deliver: Deliver): ApiOperations {
  const find = (params: Readonly<Record<string, string>>) => findEndpoint(state, params);
  return {
    [listWebhookEndpoints.path]: {
      GET: defineRead(undefined, ({ params, query }) => {
        requireInstalled(state, params);
        return paginate(
          [...state.endpoints.values()].map(({ resource }) => resource),
          query,
        );
      }),
      POST: defineWrite(undefined, creation, ({ params, body }) => {
        requireInstalled(state, params);
        return createEndpoint(state, body).resource;
      }),
    },
    [getWebhookEndpoint.path]: {
      GET: defineRead(undefined, ({ params }) => find(params).resource),
      PATCH: defineWrite(undefined, update, async ({ params, body }) => {
        const endpoint = find(params);
        const { resource } = saveEndpoint(state, {
          ...endpoint,
          resource: {
            ...endpoint.resource,
            url: body.url ?? endpoint.resource.url,
            eventTypes: body.eventTypes ?? endpoint.resource.eventTypes,
            status: body.status ?? endpoint.resource.status,
          },
        });
        const waiting = deliveriesTo(state, resource.id).filter(
          (each) => each.resource.status === "scheduled",
        );
        if (resource.status === "enabled") for (const each of waiting) await deliver(each.resource.id);
        return resource;
      }),
      DELETE: defineRead(undefined, ({ params }) => {
        state.endpoints.delete(find(params).resource.id);
        return undefined;
      }),
    },
    [sendTestEvent.path]: {
      POST: defineWrite(undefined, testEvent, async ({ params, body }) => {
        const { resource } = find(params);
        const type: WebhookEventType = body.type ?? resource.eventTypes[0] ?? "space_content_updated";
        const event = createEvent(type, {}, nextId(state, "event"));
        const deliveryId = recordEndpointDelivery(state, event, resource);
        await deliver(deliveryId);
        return { eventId: event.eventId, deliveryId };
      }),
    },
  };
}

/** The endpoint that a call names. @throws ApiFailure 404 */
export function findEndpoint(state: PlatformState, params: Readonly<Record<string, string>>): EndpointState {
  requireInstalled(state, params);
  const endpoint = state.endpoints.get(params.endpointId ?? "");
  if (endpoint !== undefined) return endpoint;
  throw new ApiFailure(404, "not_found", `There is no webhook endpoint ${params.endpointId}.`);
}

function createEndpoint(state: PlatformState, creation: WebhookEndpointCreation): EndpointState {
  const createdAt = toTime(state.now());
  return saveEndpoint(state, {
    resource: {
      ...creation,
      id: nextId(state, "endpoint"),
      installationId: testIds.installation,
      status: "enabled",
      createdAt,
      updatedAt: createdAt,
    },
    secrets: [{ secret: generateSecret(), createdAt }],
    recoveries: [],
  });
}

/** Keeps an endpoint as it is now. */
export function saveEndpoint(state: PlatformState, { resource, ...rest }: EndpointState): EndpointState {
  const saved = { ...rest, resource: { ...resource, updatedAt: toTime(state.now()) } };
  state.endpoints.set(resource.id, saved);
  return saved;
}
