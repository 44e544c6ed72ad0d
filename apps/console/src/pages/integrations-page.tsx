import type { InstallationResource, IntegrationResource } from "@plugboard/api/client";
import { Link, useLocation } from "wouter";
import { callApi } from "../call-api.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { useChange, useRead } from "../queries.ts";

/** Published integrations, and where each is installed. */
export function IntegrationsPage() {
  const integrations = useRead("integrations", "/v1/integrations");
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
  const path = `/v1/integrations/${integration.name}/installations`;
  const installations = useRead("installations", path);
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
      {installations.data?.items.length === 0 && <InstallButton path={path} />}
    </section>
  );
}

function InstallButton({ path }: { readonly path: string }) {
  const organizations = useRead("organizations", "/v1/organizations", { live: false });
  const [, navigate] = useLocation();
  const install = useChange(
    (organization: string) => callApi<InstallationResource>("POST", path, { organization }),
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
