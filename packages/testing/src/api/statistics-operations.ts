import type { EndpointHourResource, EndpointStatisticsResource } from "@plugboard/api/client";
import { getWebhookEndpointStatistics } from "@plugboard/api/routes";
import type { DeliveryState, PlatformState } from "../platform/platform-state.ts";
import { deliveriesTo } from "../platform/record-delivery.ts";
import { defineRead, type ApiOperations } from "./api-operation.ts";
import { toTime } from "./installation-operations.ts";
import { findEndpoint } from "./webhook-endpoint-operations.ts";

const hourMilliseconds = 3_600_000;

/** How an endpoint is doing, counted from its deliveries. */
export function statisticsOperations(state: PlatformState): ApiOperations {
  return {
    [getWebhookEndpointStatistics.path]: {
      GET: defineRead(undefined, ({ params, query }) => {
        const { id } = findEndpoint(state, params).resource;
        const since = query.get("since");
        return countDeliveries(
          deliveriesTo(state, id),
          since === null ? state.now() - 24 * hourMilliseconds : Date.parse(since),
        );
      }),
    },
  };
}

function countDeliveries(deliveries: readonly DeliveryState[], since: number): EndpointStatisticsResource {
  const pending = deliveries.filter(({ resource }) => resource.status === "scheduled");
  const oldestDueAt = pending[0]?.resource.createdAt;
  const attempted = deliveries.filter(({ attempts }) => attempts.length > 0);
  const hours = Map.groupBy(attempted, lastHour);
  return {
    pending: pending.length,
    sending: 0,
    ...(oldestDueAt !== undefined && { oldestDueAt }),
    hours: [...hours]
      .filter(([hour]) => hour > since - hourMilliseconds)
      .toSorted(([one], [other]) => one - other)
      .map(([hour, group]) => countHour(hour, group)),
  };
}

function lastHour({ attempts }: DeliveryState): number {
  const last = Date.parse(attempts.at(-1)?.startedAt ?? "");
  return last - (last % hourMilliseconds);
}

function countHour(hour: number, deliveries: readonly DeliveryState[]): EndpointHourResource {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const count = (status: string): number =>
    deliveries.filter(({ resource }) => resource.status === status).length;
  return {
    hour: toTime(hour),
    delivered: count("delivered"),
    failed: count("failed"),
    attempts: attempts.length,
    attemptMilliseconds: attempts.reduce((sum, { durationMilliseconds }) => sum + durationMilliseconds, 0),
  };
}
