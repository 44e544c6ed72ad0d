import { listEvents, listInstallations } from "@plugboard/api/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { House } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useReadAll, useReadPage } from "../data/queries.ts";
import { type Targets, useTargets } from "../data/targets.ts";
import { ranges } from "../deliveries/deliveries-search.ts";
import { useTimeWindow } from "../deliveries/use-time-window.ts";
import { FailureCauses } from "../deliveries/failure-causes.tsx";
import { EndpointFilter } from "../deliveries/search-filters.tsx";
import { HealthView, needsAttention } from "../endpoints/endpoint-health.tsx";
import { useSignedIn } from "../people/use-person.ts";
import { useProduct } from "../product/console-product.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount, formatDuration, formatNumber, formatShare } from "../ui/format.ts";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { type OverviewSearch, overviewRanges } from "./overview-search.ts";
import { SetupChecklist } from "./setup-checklist.tsx";
import { type Volume, useVolume } from "../deliveries/use-volume.ts";
import { lazy } from "../ui/lazy.ts";

const Histogram = lazy(async () => ({ default: (await import("../ui/histogram.tsx")).Histogram }));
const BulkResend = lazy(async () => ({
  default: (await import("../deliveries/bulk-resend.tsx")).BulkResend,
}));
const route = getRouteApi("/");
const shownEvents = 8;
const shownCauses = 5;

/** Shows operators whether deliveries arrive, and leads other members to their work. */
export function OverviewPage(): ReactNode {
  const { role, isOperator } = useSignedIn();
  return role === undefined || isOperator ? <DeliveryOverview /> : <OtherOverview role={role} />;
}

function OtherOverview({ role }: { readonly role: string }) {
  const { current } = useOrganizations();
  const [first] = useProduct().navigation;
  return (
    <Page title="Overview" description={current?.title}>
      <EmptyState
        icon={House}
        title={`Welcome to ${current?.title ?? "the organization"}`}
        action={
          first !== undefined && (
            <Link className="button" data-variant="primary" to={first.to}>
              Open {first.title.toLowerCase()}
            </Link>
          )
        }
      >
        Your role, {role}, doesn’t include events and deliveries. Ask an owner or admin if you need them.
      </EmptyState>
    </Page>
  );
}

/** Shows volume, failures and their causes, latency and failing endpoints. */
function DeliveryOverview() {
  const { current } = useOrganizations();
  const organization = current?.id;
  const { range = "24h", endpoint } = route.useSearch();
  const navigate = route.useNavigate();
  const windows = { "24h": useTimeWindow({ range: "24h" }), "7d": useTimeWindow({ range: "7d" }) };
  const volumes = {
    "24h": useVolume(organization, windows["24h"], endpoint),
    "7d": useVolume(organization, windows["7d"], endpoint),
  };
  const { since, before } = windows[range];
  const { spans, error, refetch } = volumes[range];
  const targets = useTargets();
  const events = useReadPage(listEvents, { query: { organization, limit: shownEvents } });
  const installations = useReadAll(listInstallations, { query: { organization } });
  const [isResending, setIsResending] = useState(false);
  const failed = volumes[range].failed ?? 0;
  return (
    <Page title="Overview" description={current?.title}>
      {endpoint === undefined && (
        <SetupChecklist
          installations={installations.data}
          endpoints={targets.isPending ? undefined : targets.endpoints}
          events={events.data?.items}
          delivered={volumes["7d"].delivered}
        />
      )}
      <section className="panel" aria-label="Deliveries">
        <header className="panel-header">
          <h2>Deliveries</h2>
          <span className="end">
            <EndpointFilter
              targets={targets}
              value={endpoint}
              onChange={(chosen) => void navigate({ search: (search) => ({ ...search, endpoint: chosen }) })}
            />
          </span>
          <fieldset className="segments" aria-label="Time range">
            {overviewRanges.map((value) => (
              <Button
                key={value}
                aria-pressed={range === value}
                onClick={() => void navigate({ search: (search) => ({ ...search, range: value }) })}
              >
                {ranges[value].title}
              </Button>
            ))}
          </fieldset>
        </header>
        <ErrorMessage error={error} onRetry={() => void refetch()} />
        <dl className="figures">
          <VolumeFigures search={{ range: "24h", endpoint }} volume={volumes["24h"]} />
          <VolumeFigures search={{ range: "7d", endpoint }} volume={volumes["7d"]} />
          <TargetFigures targets={targets} />
        </dl>
        <div className="volume-chart">
          <Suspense>
            {spans !== undefined && (
              <Histogram
                spans={spans}
                before={before}
                onBrush={(since, before) =>
                  void navigate({ to: "/deliveries", search: { since, before, endpoint } })
                }
              />
            )}
          </Suspense>
        </div>
      </section>
      <EndpointsToCheck targets={targets} />
      <div className="columns">
        <section className="panel" aria-label="Top failure causes">
          <header className="panel-header">
            <h2>Top failure causes</h2>
            {failed > 0 && (
              <span className="row end">
                <Link to="/deliveries" search={{ view: "causes", range, endpoint }}>
                  All causes
                </Link>
                <Button onClick={() => setIsResending(true)}>Resend all…</Button>
              </span>
            )}
          </header>
          <FailureCauses
            query={{ organization, since, before, endpointId: endpoint }}
            search={{ range }}
            most={shownCauses}
            isUnresolved
          />
        </section>
        <section className="panel" aria-label="Latest events">
          <header className="panel-header">
            <h2>Latest events</h2>
            <Link className="end" to="/events">
              All events
            </Link>
          </header>
          <ErrorMessage error={events.error} onRetry={() => void events.refetch()} />
          {events.isPending && <Skeleton />}
          {events.data?.items.length === 0 && <p className="hint">No events yet.</p>}
          <ul className="plain-list">
            {events.data?.items.map(({ id, type, createdAt }) => (
              <li key={id} className="row">
                <Link to="/events" search={{ event: id }}>
                  {type}
                </Link>
                <span className="hint end">
                  <TimeAgo time={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {isResending && (
        <Suspense>
          <BulkResend
            query={{ organization, createdSince: since, createdBefore: before, endpointId: endpoint }}
            chosen={new Set()}
            onClose={() => setIsResending(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

interface VolumeFiguresProps {
  readonly search: OverviewSearch;
  readonly volume: Volume;
}

/** The number of deliveries in a time range, and the share that failed. Both link to the deliveries. */
function VolumeFigures({ search, volume }: VolumeFiguresProps) {
  const { range } = search;
  const { total, failed = 0 } = volume;
  return (
    <>
      <div>
        <dt>Deliveries, {range}</dt>
        <dd>
          {total === undefined ? (
            "–"
          ) : (
            <Link to="/deliveries" search={search}>
              {formatNumber(total)}
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>Failure rate, {range}</dt>
        <dd data-tone={failed > 0 ? "bad" : undefined}>
          {total === undefined || total === 0 ? (
            "–"
          ) : (
            <Link to="/deliveries" search={{ ...search, status: "failed" }}>
              {formatShare(failed / total)}
            </Link>
          )}
        </dd>
      </div>
    </>
  );
}

/** The latency of the slowest endpoint, and the number of endpoints that need attention. */
function TargetFigures({ targets: { endpoints, isPending } }: { readonly targets: Targets }) {
  const [slowest] = endpoints.toSorted((one, other) => latencyOf(other) - latencyOf(one));
  const p95 = slowest?.health.p95Milliseconds;
  const failing = endpoints.filter(({ health }) => health.state === "failing" || health.state === "disabled");
  return (
    <>
      <div>
        <dt>Slowest endpoint, p95</dt>
        <dd>
          {slowest === undefined || p95 === undefined ? (
            "–"
          ) : (
            <Link to="/endpoints" search={{ endpoint: slowest.id }} title={slowest.url}>
              {formatDuration(p95)}
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>Failing endpoints</dt>
        <dd data-tone={failing.length > 0 ? "bad" : undefined}>
          {isPending ? (
            "–"
          ) : (
            <Link to="/endpoints">
              {formatNumber(failing.length)} of {formatNumber(endpoints.length)}
            </Link>
          )}
        </dd>
      </div>
    </>
  );
}

function latencyOf({ health }: Targets["endpoints"][number]): number {
  return health.p95Milliseconds ?? 0;
}

/** Lists the endpoints that don't accept all of their deliveries. */
function EndpointsToCheck({ targets: { endpoints, error } }: { readonly targets: Targets }) {
  const shown = endpoints.filter(({ health }) => needsAttention(health));
  if (error !== null) return <ErrorMessage error={error} />;
  if (shown.length === 0) return null;
  const waiting = shown.reduce((sum, { health }) => sum + health.waiting, 0);
  return (
    <section className="panel" aria-label="Endpoints that need attention">
      <header className="panel-header">
        <h2>Endpoints that need attention</h2>
        {waiting > 0 && (
          <span className="hint end">{formatCount(waiting, "delivery", "deliveries")} waiting</span>
        )}
      </header>
      <ul className="plain-list">
        {shown.map(({ id, url, health }) => (
          <li key={id} className="row">
            <Link to="/endpoints" search={{ endpoint: id }}>
              {url}
            </Link>
            <HealthView health={health} />
          </li>
        ))}
      </ul>
    </section>
  );
}
