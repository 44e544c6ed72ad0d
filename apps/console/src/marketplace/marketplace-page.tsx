import type { InstallationResource, IntegrationResource } from "@plugboard/api/client";
import { installIntegration, listInstallations, listIntegrations } from "@plugboard/api/routes";
import { Link, useNavigate } from "@tanstack/react-router";
import { Store } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

/** Published integrations, to be installed. */
export function MarketplacePage(): ReactNode {
  const integrations = useRead(listIntegrations);
  const installations = useRead(listInstallations);
  const { current } = useOrganizations();
  const items = integrations.data?.items ?? [];
  return (
    <Page title="Marketplace" description="Integrations that can be installed.">
      <ErrorMessage error={integrations.error} />
      {integrations.isPending && <Skeleton />}
      {integrations.isSuccess && items.length === 0 && (
        <EmptyState icon={Store} title="No integration is published yet">
          Publish one with the API, and it appears here.
        </EmptyState>
      )}
      <div className="cards">
        {items.map((integration) => (
          <IntegrationCard
            key={integration.name}
            integration={integration}
            organization={current?.id}
            installation={installations.data?.items.find(
              (one) => one.integration === integration.name && one.organization === current?.id,
            )}
          />
        ))}
      </div>
    </Page>
  );
}

interface IntegrationCardProps {
  readonly integration: IntegrationResource;
  readonly organization: string | undefined;
  readonly installation: InstallationResource | undefined;
}

function IntegrationCard({ integration, organization = "", installation }: IntegrationCardProps) {
  const navigate = useNavigate();
  const install = useChange(
    () => api.call(installIntegration, { params: { integration: integration.name }, body: { organization } }),
    ({ id }) => void navigate({ to: "/installed/$installationId", params: { installationId: id } }),
  );
  return (
    <section className="panel" aria-label={integration.title}>
      <h2>{integration.title}</h2>
      <p>{integration.description}</p>
      <p className="hint">
        <code>{integration.name}</code> version {integration.version} ·{" "}
        {integration.scopes.join(", ") || "no scopes"}
      </p>
      <p className="row">
        {installation === undefined ? (
          <Button look="primary" busy={install.isPending} onClick={() => install.mutate(undefined)}>
            Install
          </Button>
        ) : (
          <>
            <StatusBadge status={installation.status} />
            <Link to="/installed/$installationId" params={{ installationId: installation.id }}>
              Open
            </Link>
          </>
        )}
      </p>
      <ErrorMessage error={install.error} />
    </section>
  );
}
