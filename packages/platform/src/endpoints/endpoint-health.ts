import type { EndpointHealth, WebhookEndpoint } from "@plugboard/api/client";
import type { EndpointHour } from "@plugboard/webhook-delivery";
import { latencyPercentiles } from "./latency-percentiles.ts";

/** The inputs for an endpoint's health. */
export interface EndpointCounts {
  readonly status: WebhookEndpoint["status"];
  /** Whether deliveries wait until the endpoint is verified. */
  readonly isUnverified: boolean;
  /** When the endpoint began to fail, as Unix time in milliseconds. `undefined` after a success. */
  readonly failingSince: number | undefined;
  readonly waiting: number;
  /** The requests of the last 24 hours. */
  readonly hours: readonly Pick<EndpointHour, "attempts" | "delivered" | "latencies">[];
}

const failingMilliseconds = 5 * 60_000;
const failingRequests = 3;
const degradedShare = 0.05;

/** Returns the health of an endpoint. */
export function endpointHealth(counts: EndpointCounts, now: number): EndpointHealth {
  const { failingSince, waiting, hours } = counts;
  const requests = hours.reduce((total, { attempts }) => total + attempts, 0);
  const failedRequests = requests - hours.reduce((total, { delivered }) => total + delivered, 0);
  return {
    state: stateOf(counts, { requests, failedRequests, now }),
    requests,
    failedRequests,
    p95Milliseconds: latencyPercentiles(hours).p95Milliseconds,
    waiting,
    ...(failingSince !== undefined && { failingSince: new Date(failingSince).toISOString() }),
  };
}

interface Totals {
  readonly requests: number;
  readonly failedRequests: number;
  readonly now: number;
}

function stateOf(
  { status, isUnverified, failingSince }: EndpointCounts,
  { requests, failedRequests, now }: Totals,
): EndpointHealth["state"] {
  if (status === "disabled") return "disabled";
  if (status === "paused" || isUnverified) return "paused";
  if (failingSince !== undefined) {
    const isLong = now - failingSince >= failingMilliseconds;
    const isAll = requests >= failingRequests && failedRequests === requests;
    return isLong || isAll ? "failing" : "degraded";
  }
  return requests > 0 && failedRequests / requests >= degradedShare ? "degraded" : "healthy";
}
