import type { RecoveryCreation, RecoveryResource } from "@plugboard/api/client";
import {
  cancelWebhookEndpointRecovery,
  getWebhookEndpointRecovery,
  listWebhookEndpointRecoveries,
} from "@plugboard/api/routes";
import * as z from "zod";
import { type EndpointState, nextId, type PlatformState } from "../platform/platform-state.ts";
import { deliveriesTo } from "../platform/record-delivery.ts";
import { ApiFailure, defineRead, defineWrite, type Deliver, type ApiOperations } from "./api-operation.ts";
import { toTime } from "./installation-operations.ts";
import { paginate } from "./paginate.ts";
import { findEndpoint } from "./webhook-endpoint-operations.ts";

const creation: z.ZodType<RecoveryCreation> = z.object({
  failedSince: z.iso.datetime(),
  perSecond: z.number().positive().max(1000).exactOptional(),
});
const defaultPerSecond = 100;

/** Sends failed deliveries again. Here a recovery is done as soon as it was asked for. */
export function recoveryOperations(state: PlatformState, deliver: Deliver): ApiOperations {
  const find = (params: Readonly<Record<string, string>>): RecoveryResource => {
    const recovery = findEndpoint(state, params).recoveries.find(({ id }) => id === params.recoveryId);
    if (recovery !== undefined) return recovery;
    throw new ApiFailure(404, "not_found", `There is no recovery ${params.recoveryId}.`);
  };
  return {
    [listWebhookEndpointRecoveries.path]: {
      GET: defineRead(undefined, ({ params, query }) =>
        paginate(findEndpoint(state, params).recoveries, query),
      ),
      POST: defineWrite(undefined, creation, ({ params, body }) =>
        recover(state, deliver, findEndpoint(state, params), body),
      ),
    },
    [getWebhookEndpointRecovery.path]: {
      GET: defineRead(undefined, ({ params }) => find(params)),
    },
    [cancelWebhookEndpointRecovery.path]: {
      POST: defineRead(undefined, ({ params }) => find(params)),
    },
  };
}

/** @throws ApiFailure 409 while the endpoint is disabled */
async function recover(
  state: PlatformState,
  deliver: Deliver,
  { resource: { id: endpointId, status } }: EndpointState,
  { failedSince, perSecond = defaultPerSecond }: RecoveryCreation,
): Promise<RecoveryResource> {
  if (status === "disabled")
    throw new ApiFailure(409, "conflict", `Endpoint ${endpointId} is disabled. Enable it first.`);
  const failed = deliveriesTo(state, endpointId).filter(({ resource, attempts }) => {
    const failedAt = attempts.at(-1)?.startedAt ?? resource.createdAt;
    return resource.status === "failed" && Date.parse(failedAt) >= Date.parse(failedSince);
  });
  for (const { resource } of failed) await deliver(resource.id);
  const now = toTime(state.now());
  const recovery: RecoveryResource = {
    id: nextId(state, "recovery"),
    failedSince,
    perSecond,
    status: "done",
    recovered: failed.length,
    total: failed.length,
    createdAt: now,
    finishedAt: now,
  };
  const endpoint = state.endpoints.get(endpointId);
  if (endpoint !== undefined)
    state.endpoints.set(endpointId, { ...endpoint, recoveries: [recovery, ...endpoint.recoveries] });
  return recovery;
}
