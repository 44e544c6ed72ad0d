import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useTargets } from "../data/targets.ts";
import { EndpointFilter } from "../deliveries/search-filters.tsx";
import { useVolume } from "../deliveries/use-volume.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatNumber, formatShare } from "../ui/format.ts";
import { lazy } from "../ui/lazy.ts";
import { useNow } from "../ui/use-now.ts";
import { lastDays } from "./last-days.ts";

const Histogram = lazy(async () => ({ default: (await import("../ui/histogram.tsx")).Histogram }));

const route = getRouteApi("/usage");

interface DailyDeliveriesProps {
  readonly organizationId: string;
  readonly days: number;
}

/** Charts an organization's deliveries of the last days, to all targets or one of them. */
export function DailyDeliveries({ organizationId, days }: DailyDeliveriesProps): ReactNode {
  const window = lastDays(useNow(60_000), days);
  const { endpoint } = route.useSearch();
  const { total, failed = 0, spans, error, refetch } = useVolume(organizationId, window, endpoint);
  const targets = useTargets();
  const navigate = route.useNavigate();
  return (
    <section className="panel" aria-label="Daily deliveries">
      <header className="panel-header">
        <h2>Deliveries in the last {days} days</h2>
        <span className="end">
          <EndpointFilter
            targets={targets}
            value={endpoint}
            onChange={(chosen) => void navigate({ search: (search) => ({ ...search, endpoint: chosen }) })}
          />
        </span>
      </header>
      <ErrorMessage error={error} onRetry={() => void refetch()} />
      <dl className="figures">
        <div>
          <dt>Total</dt>
          <dd>{total === undefined ? "–" : formatNumber(total)}</dd>
        </div>
        <div>
          <dt>Daily average</dt>
          <dd>{total === undefined ? "–" : formatNumber(Math.round(total / days))}</dd>
        </div>
        <div>
          <dt>Failure rate</dt>
          <dd data-tone={failed > 0 ? "bad" : undefined}>
            {total === undefined || total === 0 ? "–" : formatShare(failed / total)}
          </dd>
        </div>
      </dl>
      <div className="volume-chart">
        <Suspense>
          {spans !== undefined && (
            <Histogram
              spans={spans}
              before={window.before}
              onBrush={(since, before) =>
                void navigate({ to: "/deliveries", search: { since, before, endpoint } })
              }
            />
          )}
        </Suspense>
      </div>
    </section>
  );
}
