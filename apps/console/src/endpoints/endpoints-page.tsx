import { getRouteApi, Link } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { type Targets, useTargets } from "../data/targets.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { Endpoint } from "./endpoint-panel.tsx";

const route = getRouteApi("/endpoints");

/** The webhook endpoints of the organization; one of them where the address names it. */
export function EndpointsPage(): ReactNode {
  const { endpoint: openedId } = route.useSearch();
  const targets = useTargets();
  const { endpoints, error, isPending } = targets;
  const opened = endpoints.find(({ id }) => id === openedId);
  if (opened !== undefined) {
    const { integration = "" } = targets.installations.find(({ id }) => id === opened.installationId) ?? {};
    return (
      <Page
        title={targets.titleOf(integration)}
        above={
          <Link to="/endpoints" search={{}}>
            Endpoints
          </Link>
        }
      >
        <Endpoint key={opened.id} endpoint={opened} />
      </Page>
    );
  }
  return (
    <Page title="Endpoints" description="URLs that receive events as signed webhooks.">
      <ErrorMessage error={error} />
      {isPending && <Skeleton />}
      {openedId !== undefined && !isPending && <p className="hint">There is no endpoint {openedId}.</p>}
      {!isPending && endpoints.length === 0 && (
        <EmptyState icon={Webhook} title="No endpoints yet">
          An installed integration, like Webhook, registers them.
        </EmptyState>
      )}
      {endpoints.length > 0 && <EndpointTable targets={targets} />}
    </Page>
  );
}

function EndpointTable({ targets }: { readonly targets: Targets }) {
  return (
    <div className="panel scroll">
      <table>
        <thead>
          <tr>
            <th>URL</th>
            <th>Status</th>
            <th>Registered by</th>
            <th>Event types</th>
            <th>Since</th>
          </tr>
        </thead>
        <tbody>
          {targets.endpoints.map(({ id, url, status, installationId, eventTypes, createdAt }) => {
            const installation = targets.installations.find((one) => one.id === installationId);
            return (
              <tr key={id}>
                <td className="clip">
                  <Link to="/endpoints" search={{ endpoint: id }}>
                    {url}
                  </Link>
                </td>
                <td>
                  <StatusBadge status={status} />
                </td>
                <td>
                  <Link to="/installed/$installationId" params={{ installationId }}>
                    {targets.titleOf(installation?.integration ?? installationId)}
                  </Link>
                </td>
                <td>{eventTypes.join(", ")}</td>
                <td>
                  <TimeAgo time={createdAt} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
