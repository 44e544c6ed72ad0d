import type { RecoveryResource } from "@plugboard/api/client";
import type { Endpoint, Recovery } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { found, PlatformError } from "../common/platform-error.ts";
import type { Services } from "../platform/services.ts";
import { endpointParams, endpointPlaces, findEndpoint } from "./endpoint-place.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { isoTime } from "./to-resource.ts";

const tag = "Events and deliveries";
const time = z.iso.datetime();
const params = z.object(endpointParams);
const itemParams = z.object({ ...endpointParams, recoveryId: z.string() });
const creation = z.object({ failedSince: time, perSecond: z.number().positive().max(1000).exactOptional() });
const schema: z.ZodType<RecoveryResource> = z.object({
  id: z.string(),
  failedSince: time,
  perSecond: z.number(),
  status: z.enum(["running", "done", "canceled"]),
  recovered: z.int(),
  total: z.int(),
  createdAt: time,
  finishedAt: time.exactOptional(),
});

/** Sends everything again that failed at an endpoint since a time. */
export function createRecoveryOperations(services: Services): Operation[] {
  return endpointPlaces.flatMap(({ path, title }) => [
    ...createListOperations(services, `${path}/recoveries`, title),
    ...createItemOperations(services, `${path}/recoveries/{recoveryId}`, title),
  ]);
}

function createListOperations(services: Services, path: string, title: string): Operation[] {
  const { deliveries } = services;
  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: `List the recoveries of ${title}, newest first`,
      input: { params, query: pageQuerySchema },
      response: listSchema(schema),
      handle: async (input, principal) => {
        const { id } = await findEndpoint(services, input.params, principal);
        const page = paginate(await deliveries.listRecoveries(id), newestFirst, input.query);
        return { ...page, items: page.items.map(toRecoveryResource) };
      },
    }),
    defineOperation({
      method: "post",
      path,
      tag,
      summary: `Send again what failed at ${title} since a time, so many a second`,
      input: { params, body: creation },
      response: schema,
      status: 202,
      handle: async (input, principal, { idempotencyKey }) => {
        const endpoint = await findEndpoint(services, input.params, principal);
        requireRecoverable(endpoint);
        const recovery = await deliveries.startRecovery({
          ...input.body,
          endpointId: endpoint.id,
          failedSince: Date.parse(input.body.failedSince),
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        });
        return toRecoveryResource(recovery);
      },
    }),
  ];
}

function createItemOperations(services: Services, path: string, title: string): Operation[] {
  const { deliveries } = services;
  const find = async (endpoint: Endpoint, recoveryId: string): Promise<Recovery> => {
    const recovery = await deliveries.getRecovery(recoveryId);
    return found(recovery?.endpointId === endpoint.id ? recovery : undefined, `recovery ${recoveryId}`);
  };
  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: `Read how far a recovery of ${title} is`,
      input: { params: itemParams },
      response: schema,
      handle: async (input, principal) => {
        const endpoint = await findEndpoint(services, input.params, principal);
        return toRecoveryResource(await find(endpoint, input.params.recoveryId));
      },
    }),
    defineOperation({
      method: "post",
      path: `${path}/cancel`,
      tag,
      summary: `End a recovery of ${title}; what it put back is sent all the same`,
      input: { params: itemParams },
      response: schema,
      handle: async (input, principal) => {
        const endpoint = await findEndpoint(services, input.params, principal);
        const { id } = await find(endpoint, input.params.recoveryId);
        return toRecoveryResource(await deliveries.cancelRecovery(id));
      },
    }),
  ];
}

function newestFirst({ createdAt, id }: Recovery): string {
  return `${Number.MAX_SAFE_INTEGER - createdAt} ${id}`;
}

/** @throws PlatformError `conflict` where a recovery would only make deliveries fail again */
function requireRecoverable({ id, status }: Endpoint): void {
  if (status !== "disabled") return;
  throw new PlatformError(
    "conflict",
    `Endpoint ${id} is disabled. Enable it first, or what is recovered fails again.`,
  );
}

function toRecoveryResource(recovery: Recovery): RecoveryResource {
  const { id, failedSince, perSecond, status, recovered, total, createdAt, finishedAt } = recovery;
  return {
    id,
    failedSince: isoTime(failedSince),
    perSecond,
    status,
    recovered,
    total,
    createdAt: isoTime(createdAt),
    ...(finishedAt !== undefined && { finishedAt: isoTime(finishedAt) }),
  };
}
