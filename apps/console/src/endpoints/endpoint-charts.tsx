import type { EndpointHourResource } from "@plugboard/api/client";
import { useNavigate } from "@tanstack/react-router";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { live } from "../data/live.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatDuration, formatNumber, formatShare } from "../ui/format.ts";
import { TimeAgo } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { type EndpointName, readStatistics } from "../data/endpoint-calls.ts";
import { lazy } from "../ui/lazy.ts";

const Histogram = lazy(async () => ({ default: (await import("../ui/histogram.tsx")).Histogram }));
const LatencyChart = lazy(async () => ({ default: (await import("./latency-chart.tsx")).LatencyChart }));
const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
const stepMilliseconds = { hour: hourMilliseconds, day: dayMilliseconds };

/** The charted periods. Days are in UTC. */
const periods = [
  { title: "Last 24 hours", step: "hour", count: 24 },
  { title: "Last 7 days", step: "day", count: 7 },
  { title: "Last 30 days", step: "day", count: 30 },
] as const;

/** Charts of an endpoint's last day, week or month: outcomes, response times and backlog. */
export function EndpointCharts({ endpoint }: { readonly endpoint: EndpointName }) {
  const [period, setPeriod] = useState<(typeof periods)[number]>(periods[0]);
  const now = useNow(60_000);
  const navigate = useNavigate();
  const { step, count, title } = period;
  const length = stepMilliseconds[step];
  const latest = Math.floor(now / length) * length;
  const times = Array.from({ length: count }, (_, index) => latest - (count - 1 - index) * length);
  const since = new Date(times[0] ?? latest).toISOString();
  const { data, error, refetch } = useQuery({
    queryKey: ["statistics", endpoint, step, since],
    queryFn: () => readStatistics(endpoint, { since, step }),
    placeholderData: keepPreviousData,
    ...live("endpoints"),
  });
  if (data === undefined) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  const { hours, pending, sending, failingSince } = data;
  const [delivered, failed] = [sum(hours, "delivered"), sum(hours, "failed")];
  const attempts = sum(hours, "attempts");
  const byTime = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]));
  return (
    <>
      <fieldset className="segments" aria-label="Time range">
        {periods.map((one) => (
          <Button key={one.title} aria-pressed={one === period} onClick={() => setPeriod(one)}>
            {one.title}
          </Button>
        ))}
      </fieldset>
      <dl className="figures">
        <div>
          <dt>Successful requests</dt>
          <dd>{attempts === 0 ? "–" : formatShare(delivered / attempts)}</dd>
        </div>
        <div>
          <dt>Response time, p50</dt>
          <dd>{data.p50Milliseconds === undefined ? "–" : formatDuration(data.p50Milliseconds)}</dd>
        </div>
        <div>
          <dt>Response time, p95</dt>
          <dd>{data.p95Milliseconds === undefined ? "–" : formatDuration(data.p95Milliseconds)}</dd>
        </div>
        <div>
          <dt>Requests</dt>
          <dd>{formatNumber(attempts)}</dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{formatNumber(pending)}</dd>
        </div>
      </dl>
      {attempts > 0 && (
        <Suspense fallback={<div className="chart-space" />}>
          <div className="columns">
            <Histogram
              spans={times.map((time) => {
                const hour = byTime.get(time);
                return {
                  since: new Date(time).toISOString(),
                  open: 0,
                  delivered: hour?.delivered ?? 0,
                  failed: hour?.failed ?? 0,
                };
              })}
              before={new Date(latest + length).toISOString()}
              onBrush={(since, before) => {
                const { endpointId = endpoint.installationId } = endpoint;
                void navigate({ to: "/deliveries", search: { endpoint: endpointId, since, before } });
              }}
            />
            <LatencyChart
              times={times}
              step={step}
              p50={times.map((time) => byTime.get(time)?.p50Milliseconds ?? null)}
              p95={times.map((time) => byTime.get(time)?.p95Milliseconds ?? null)}
            />
          </div>
        </Suspense>
      )}
      <p className="hint">
        {title}: {delivered} delivered, {failed} failed. Now: {pending} waiting, {sending} in flight.
        {failingSince !== undefined && (
          <>
            {" "}
            Failing since <TimeAgo time={failingSince} />.
          </>
        )}
      </p>
    </>
  );
}

function sum(hours: readonly EndpointHourResource[], name: "delivered" | "failed" | "attempts"): number {
  return hours.reduce((total, hour) => total + hour[name], 0);
}
