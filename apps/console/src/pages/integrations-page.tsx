import type { IntegrationResource } from "@plugboard/api/client";
import {
  installIntegration,
  listIntegrationInstallations,
  listIntegrations,
  listOrganizations,
} from "@plugboard/api/routes";
import { Link, useLocation } from "wouter";
import { ErrorMessage } from "../parts/error-message.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { api } from "../platform-api.ts";
import { useChange, useRead, useReadOnce } from "../queries.ts";

/** Published integrations, and where each is installed. */
export function IntegrationsPage() {
  const integrations = useRead(listIntegrations);
  const items = integrations.data?.items ?? [];
  return (
    <>
      <h1>Integrations</h1>
      <ErrorMessage error={integrations.error} />
      {integrations.isSuccess && items.length === 0 && (
        <p className="notice">No integration is published yet.</p>
      )}
      <div className="cards">
        {items.map((integration) => (
          <IntegrationCard key={integration.name} integration={integration} />
        ))}
      </div>
    </>
  );
}

function IntegrationCard({ integration }: { readonly integration: IntegrationResource }) {
  const installations = useRead(listIntegrationInstallations, { params: { integration: integration.name } });
  return (
    <section className="panel">
      <h2>{integration.title}</h2>
      <p>{integration.description}</p>
      <p className="hint">
        <code>{integration.name}</code> version {integration.version} ·{" "}
        {integration.scopes.join(", ") || "no scopes"}
      </p>
      {installations.data?.items.map((installation) => (
        <p key={installation.id} className="row">
          <StatusBadge status={installation.status} />
          <Link href={`/installations/${installation.id}`}>Open</Link>
        </p>
      ))}
      {installations.data?.items.length === 0 && <InstallButton integration={integration.name} />}
    </section>
  );
}

function InstallButton({ integration }: { readonly integration: string }) {
  const organizations = useReadOnce(listOrganizations);
  const [, navigate] = useLocation();
  const install = useChange(
    (organization: string) =>
      api.call(installIntegration, { params: { integration }, body: { organization } }),
    (made) => navigate(`/installations/${made.id}`),
  );
  return (
    <>
      {organizations.data?.items.map(({ id, title }) => (
        <button key={id} type="button" disabled={install.isPending} onClick={() => install.mutate(id)}>
          Install in {title}
        </button>
      ))}
      <ErrorMessage error={install.error} />
    </>
  );
}
