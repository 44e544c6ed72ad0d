import { listDeliveries, listEvents, listInstallations } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useRead } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

const shownItems = 8;

/** What happened lately, and what needs somebody's attention. */
export function OverviewPage(): ReactNode {
  const { current } = useOrganizations();
  const events = useRead(listEvents, { query: { limit: shownItems } });
  const failed = useRead(listDeliveries, { query: { limit: shownItems, status: "failed" } });
  const installations = useRead(listInstallations);
  const pending = installations.data?.items.filter(
    ({ organization, status }) => organization === current?.id && status !== "active",
  );
  return (
    <Page title="Overview" description={current?.title}>
      <ErrorMessage error={events.error ?? failed.error} />
      {pending !== undefined && pending.length > 0 && (
        <section className="panel" aria-label="To finish">
          <h2>To finish</h2>
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
      <div className="columns">
        <section className="panel" aria-label="Latest events">
          <header className="panel-header">
            <h2>Latest events</h2>
            <Link className="end" to="/events">
              All events
            </Link>
          </header>
          {events.isPending && <Skeleton />}
          {events.data?.items.length === 0 && <p className="hint">Nothing has happened yet.</p>}
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
        <section className="panel" aria-label="Failed deliveries">
          <header className="panel-header">
            <h2>Failed deliveries</h2>
            <Link className="end" to="/deliveries">
              All deliveries
            </Link>
          </header>
          {failed.isPending && <Skeleton />}
          {failed.data?.items.length === 0 && <p className="hint">No delivery has failed.</p>}
          <ul className="plain-list">
            {failed.data?.items.map(({ id, eventType, target, createdAt }) => (
              <li key={id} className="row">
                <span className="clip">
                  {eventType}{" "}
                  <span className="hint">{target.kind === "endpoint" ? target.url : target.integration}</span>
                </span>
                <span className="hint end">
                  <TimeAgo time={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  );
}
