import type { Category } from "@plugboard/api";
import type { InstallationResource, IntegrationResource } from "@plugboard/api/client";
import { listInstallations, listIntegrations } from "@plugboard/api/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Store } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useReadAll } from "../data/queries.ts";
import { statusOf } from "../installed/status-of.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { categoryTitles } from "./categories.ts";
import { IntegrationIcon } from "../ui/integration-icon.tsx";

const route = getRouteApi("/marketplace");

/** Lists the published integrations, with search and categories. */
export function MarketplacePage(): ReactNode {
  const { q = "", category } = route.useSearch();
  const navigate = route.useNavigate();
  const { current } = useOrganizations();
  const integrations = useReadAll(listIntegrations);
  const installations = useReadAll(listInstallations, { query: { organization: current?.id } });
  const all = integrations.data ?? [];
  const found = all.filter((integration) => matches(integration, q));
  const shown = found.filter(({ categories }) => category === undefined || categories.includes(category));
  return (
    <Page title="Marketplace" description="Find integrations to install.">
      <ErrorMessage error={integrations.error} onRetry={() => void integrations.refetch()} />
      {integrations.isPending && <Skeleton />}
      {integrations.isSuccess && all.length === 0 && (
        <EmptyState icon={Store} title="No integrations published yet">
          Integrations published with the CLI or the API appear here.
        </EmptyState>
      )}
      {all.length > 0 && (
        <div className="marketplace">
          <div className="facets">
            <Facet title="All" count={found.length} category={undefined} />
            {Object.entries(categoryTitles).map(([name, title]) => {
              // The keys of the table are the categories.
              const one = name as Category;
              const count = found.filter(({ categories }) => categories.includes(one)).length;
              return count > 0 && <Facet key={one} title={title} count={count} category={one} />;
            })}
          </div>
          <div className="page-part">
            <input
              type="search"
              aria-label="Search integrations"
              placeholder="Search integrations"
              value={q}
              onChange={(event) =>
                void navigate({
                  search: (before) => ({ ...before, q: event.target.value || undefined }),
                  replace: true,
                })
              }
            />
            {shown.length === 0 && (
              <EmptyState icon={Store} title="No matching integrations">
                Try another search, or show all categories.
              </EmptyState>
            )}
            <div className="cards">
              {shown.map((integration) => (
                <IntegrationCard
                  key={integration.name}
                  integration={integration}
                  installation={installations.data?.find((one) => one.integration === integration.name)}
                />
              ))}
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}

function matches({ name, title, description }: IntegrationResource, query: string): boolean {
  const text = `${name} ${title} ${description}`.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface FacetProps {
  readonly title: string;
  readonly count: number;
  readonly category: Category | undefined;
}

function Facet({ title, count, category }: FacetProps) {
  const { category: chosen } = route.useSearch();
  return (
    <Link
      to="/marketplace"
      search={(before) => ({ ...before, category })}
      aria-current={chosen === category ? "true" : undefined}
      activeProps={{}}
    >
      {title} <span>{count}</span>
    </Link>
  );
}

interface IntegrationCardProps {
  readonly integration: IntegrationResource;
  readonly installation: InstallationResource | undefined;
}

function IntegrationCard({ integration, installation }: IntegrationCardProps) {
  const { name, title, description, categories } = integration;
  return (
    <section className="panel integration-card" aria-label={title}>
      <header className="panel-header">
        <IntegrationIcon integration={integration} />
        <h2>
          <Link to="/marketplace/$integration" params={{ integration: name }}>
            {title}
          </Link>
        </h2>
        {installation !== undefined && (
          <span className="end">
            <StatusBadge status={statusOf(installation)} />
          </span>
        )}
      </header>
      <p>{description}</p>
      <p className="hint">{categories.map((category) => categoryTitles[category]).join(" · ")}</p>
    </section>
  );
}
