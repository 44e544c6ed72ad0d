import { type EndpointHour, latencyPercentile } from "@plugboard/webhook-delivery";

interface LatencyPercentiles {
  readonly p50Milliseconds: number | undefined;
  readonly p95Milliseconds: number | undefined;
}

/** Returns the latency percentiles over several hours. */
export function latencyPercentiles(hours: readonly Pick<EndpointHour, "latencies">[]): LatencyPercentiles {
  const counts: number[] = [];
  for (const { latencies } of hours)
    for (const [index, count] of latencies.entries()) counts[index] = (counts[index] ?? 0) + count;
  return {
    p50Milliseconds: latencyPercentile(counts, 0.5),
    p95Milliseconds: latencyPercentile(counts, 0.95),
  };
}
