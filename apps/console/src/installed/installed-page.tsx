import { listInstallations, listIntegrations } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useReadAll, useReadAllOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { statusOf } from "./status-of.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

/** Lists the integrations installed in the organization. */
export function InstalledPage(): ReactNode {
  const integrations = useReadAllOnce(listIntegrations);
  const { current } = useOrganizations();
  const installations = useReadAll(listInstallations, { query: { organization: current?.id } });
  const titles = new Map(integrations.data?.map(({ name, title }) => [name, title]));
  const shown = installations.data;
  return (
    <Page title="Installed" description="Integrations installed in this organization.">
      <ErrorMessage error={installations.error} onRetry={() => void installations.refetch()} />
      {installations.isPending && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState
          icon={Plug}
          title="No integrations installed"
          action={
            <Link to="/marketplace" className="button" data-variant="primary">
              Browse the marketplace
            </Link>
          }
        >
          Install integrations to add blocks to pages, send webhooks and more.
        </EmptyState>
      )}
      {shown !== undefined && shown.length > 0 && (
        <div className="panel scroll">
          <table>
            <thead>
              <tr>
                <th>Integration</th>
                <th>Status</th>
                <th>Installed</th>
                <th>Changed</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, integration, status, problems, pauseReason, createdAt, updatedAt }) => (
                <tr key={id}>
                  <td>
                    <Link to="/installed/$installationId" params={{ installationId: id }}>
                      {titles.get(integration) ?? integration}
                    </Link>
                  </td>
                  <td>
                    <StatusBadge status={statusOf({ status, problems })} />
                    {pauseReason !== undefined && <span className="hint"> {pauseReason}</span>}
                  </td>
                  <td>
                    <TimeAgo time={createdAt} />
                  </td>
                  <td>
                    <TimeAgo time={updatedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Page>
  );
}
