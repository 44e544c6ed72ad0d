import type { EndpointHourResource } from "@plugboard/api/client";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useLive } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatDuration, formatNumber, formatShare } from "../ui/format.ts";
import { TimeAgo } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { type EndpointName, readStatistics } from "../data/endpoint-calls.ts";

const Histogram = lazy(async () => ({ default: (await import("../ui/histogram.tsx")).Histogram }));
const LatencyChart = lazy(async () => ({ default: (await import("./latency-chart.tsx")).LatencyChart }));
const hourMilliseconds = 3_600_000;
const shownHours = 24;

/** Charts of an endpoint's last day: outcomes, response times and backlog. */
export function EndpointCharts({ endpoint }: { readonly endpoint: EndpointName }) {
  const { data, error, refetch } = useLive(
    ["statistics", endpoint],
    () => readStatistics(endpoint),
    "endpoints",
  );
  const now = useNow(60_000);
  const navigate = useNavigate();
  if (data === undefined) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  const { hours, pending, sending, failingSince } = data;
  const [delivered, failed] = [sum(hours, "delivered"), sum(hours, "failed")];
  const attempts = sum(hours, "attempts");
  const latest = Math.floor(now / hourMilliseconds) * hourMilliseconds;
  const byHour = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]));
  const times = Array.from(
    { length: shownHours },
    (_, index) => latest - (shownHours - 1 - index) * hourMilliseconds,
  );
  return (
    <>
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
                const hour = byHour.get(time);
                return {
                  since: new Date(time).toISOString(),
                  open: 0,
                  delivered: hour?.delivered ?? 0,
                  failed: hour?.failed ?? 0,
                };
              })}
              before={new Date(latest + hourMilliseconds).toISOString()}
              onBrush={(since, before) => {
                const { endpointId = endpoint.installationId } = endpoint;
                void navigate({ to: "/deliveries", search: { endpoint: endpointId, since, before } });
              }}
            />
            <LatencyChart
              times={times}
              p50={times.map((time) => byHour.get(time)?.p50Milliseconds ?? null)}
              p95={times.map((time) => byHour.get(time)?.p95Milliseconds ?? null)}
            />
          </div>
        </Suspense>
      )}
      <p className="hint">
        Last 24 hours: {delivered} delivered, {failed} failed. Now: {pending} waiting, {sending} in flight.
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
