import { listDeliveries, listEvents, listInstallations } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useRead, useReadAll } from "../data/queries.ts";
import { useTargets } from "../data/targets.ts";
import { HealthView, needsAttention } from "../endpoints/endpoint-health.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

const shownItems = 8;

/** Shows recent activity and items that need attention. */
export function OverviewPage(): ReactNode {
  const { current } = useOrganizations();
  const organization = current?.id;
  const events = useRead(listEvents, { query: { organization, limit: shownItems } });
  const failed = useRead(listDeliveries, {
    query: { organization, limit: shownItems, status: "failed" },
  });
  const installations = useReadAll(listInstallations, { query: { organization } });
  const pending = installations.data?.filter(({ status }) => status !== "active");
  const isNew = installations.data?.length === 0 && events.data?.items.length === 0;
  return (
    <Page title="Overview" description={current?.title}>
      <ErrorMessage
        error={events.error ?? failed.error}
        onRetry={() => void Promise.all([events.refetch(), failed.refetch()])}
      />
      {pending !== undefined && pending.length > 0 && (
        <section className="panel" aria-label="Finish setup">
          <h2>Finish setup</h2>
          <ul className="plain-list">
            {pending.map(({ id, integration, status }) => (
              <li key={id} className="row">
                <StatusBadge status={status} />
                <Link to="/installed/$installationId" params={{ installationId: id }}>
                  {integration}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <EndpointsToCheck />
      {isNew && <FirstSteps />}
      <div className="columns">
        <ListPanel
          title="Latest events"
          all={<Link to="/events">All events</Link>}
          isPending={events.isPending}
          empty="No events yet."
        >
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
        </ListPanel>
        <ListPanel
          title="Failed deliveries"
          all={<Link to="/deliveries">All deliveries</Link>}
          isPending={failed.isPending}
          empty="No failed deliveries."
        >
          {failed.data?.items.map(({ id, eventType, target, createdAt }) => (
            <li key={id} className="row">
              <span className="clip">
                <Link to="/deliveries" search={{ delivery: id }}>
                  {eventType}
                </Link>{" "}
                <span className="hint">{target.kind === "endpoint" ? target.url : target.integration}</span>
              </span>
              <span className="hint end">
                <TimeAgo time={createdAt} />
              </span>
            </li>
          ))}
        </ListPanel>
      </div>
    </Page>
  );
}

/** Lists the endpoints that don't accept all of their deliveries. */
function EndpointsToCheck() {
  const { endpoints, error } = useTargets();
  const shown = endpoints.filter(({ health }) => needsAttention(health));
  if (error !== null) return <ErrorMessage error={error} />;
  if (shown.length === 0) return null;
  return (
    <section className="panel" aria-label="Endpoints that need attention">
      <h2>Endpoints that need attention</h2>
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

/** First steps for an organization without activity. */
function FirstSteps() {
  return (
    <section className="panel" aria-label="First steps">
      <h2>First steps</h2>
      <ol className="steps first-steps">
        <li>
          <Link to="/marketplace">Install an integration</Link>
          <span className="hint">Review its permissions and choose where it works.</span>
        </li>
        <li>
          <Link to="/content">Edit a page</Link>
          <span className="hint">Publishing a page sends an event to integrations and webhooks.</span>
        </li>
        <li>
          <Link to="/deliveries">Inspect a delivery</Link>
          <span className="hint">Each delivery shows its request, the response and its status.</span>
        </li>
        <li>
          <Link to="/developers">Build an integration</Link>
          <span className="hint">Go from an empty folder to a working integration in five minutes.</span>
        </li>
      </ol>
    </section>
  );
}

interface ListPanelProps {
  readonly title: string;
  /** A link to the full list. */
  readonly all: ReactNode;
  readonly isPending: boolean;
  /** The text for an empty list. */
  readonly empty: string;
  readonly children: readonly ReactNode[] | undefined;
}

function ListPanel({ title, all, isPending, empty, children }: ListPanelProps) {
  return (
    <section className="panel" aria-label={title}>
      <header className="panel-header">
        <h2>{title}</h2>
        <span className="end">{all}</span>
      </header>
      {isPending && <Skeleton />}
      {children?.length === 0 && <p className="hint">{empty}</p>}
      <ul className="plain-list">{children}</ul>
    </section>
  );
}
