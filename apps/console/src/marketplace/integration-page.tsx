import { getIntegration, listInstallations } from "@plugboard/api/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useRead, useReadAll } from "../data/queries.ts";
import { statusOf } from "../installed/status-of.ts";
import { useSignedIn } from "../people/use-person.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { categoryTitles } from "./categories.ts";
import { IntegrationIcon } from "../ui/integration-icon.tsx";
import { lazy } from "../ui/lazy.ts";
import { ScopeList } from "../ui/scope-list.tsx";
import { VersionsPanel } from "./versions-panel.tsx";
import { VisibilityPanel } from "./visibility-panel.tsx";

const Markdown = lazy(async () => ({ default: (await import("../ui/markdown.tsx")).Markdown }));
const route = getRouteApi("/marketplace/$integration");

/** Shows an integration: description, permissions and where to install it. */
export function IntegrationPage(): ReactNode {
  const { integration: name } = route.useParams();
  const { current } = useOrganizations();
  const { share } = route.useSearch();
  const published = useRead(getIntegration, { params: { integration: name }, query: { share } });
  const installations = useReadAll(listInstallations, { query: { organization: current?.id } });
  const installation = installations.data?.find(({ integration }) => integration === name);
  const { person, role } = useSignedIn();
  const isPublisher =
    published.data?.organization === current?.id &&
    (person === undefined || role === "owner" || role === "admin" || role === "developer");
  const above = <Link to="/marketplace">Marketplace</Link>;
  if (published.data === undefined) {
    return (
      <Page title="Integration" above={above}>
        <ErrorMessage error={published.error} onRetry={() => void published.refetch()} />
        {published.isPending && <Skeleton />}
      </Page>
    );
  }
  const { title, description, summary, scopes, categories, version, hosting, previewImages, externalLinks } =
    published.data;
  return (
    <Page
      title={title}
      description={description}
      above={above}
      actions={
        installation === undefined ? (
          <Link
            to="/marketplace/$integration/install"
            params={{ integration: name }}
            search={{ share }}
            className="button"
            data-variant="primary"
          >
            Install
          </Link>
        ) : (
          <>
            <StatusBadge status={statusOf(installation)} />
            <Link
              to="/installed/$installationId"
              params={{ installationId: installation.id }}
              className="button"
            >
              Open
            </Link>
          </>
        )
      }
    >
      {previewImages.length > 0 && (
        <div className="previews">
          {previewImages.map((url, index) => (
            <img key={url} src={url} alt={`${title}: preview ${index + 1}`} loading="lazy" />
          ))}
        </div>
      )}
      <div className="columns">
        <div className="column">
          {summary !== undefined && (
            <section className="panel prose" aria-label="About">
              <Suspense fallback={<Skeleton />}>
                <Markdown text={summary} />
              </Suspense>
            </section>
          )}
          <section className="panel" aria-label="Permissions">
            <h2>This integration can</h2>
            <ScopeList scopes={scopes} />
          </section>
        </div>
        <section className="panel" aria-label="Details">
          <div className="row">
            <IntegrationIcon integration={published.data} />
            <h2>About this version</h2>
          </div>
          <dl className="facts">
            <dt>Version</dt>
            <dd>{version}</dd>
            <dt>Name</dt>
            <dd>
              <code>{name}</code>
            </dd>
            <dt>Runs</dt>
            <dd>{hosting === "script" ? "on this platform" : "on its publisher’s server"}</dd>
            <dt>Categories</dt>
            <dd>{categories.map((category) => categoryTitles[category]).join(", ") || "none"}</dd>
            {externalLinks.length > 0 && (
              <>
                <dt>Links</dt>
                <dd className="row">
                  {externalLinks.map(({ label, url }) => (
                    <a key={url} href={url} target="_blank" rel="noreferrer">
                      {label} <ExternalLink aria-hidden size={13} />
                    </a>
                  ))}
                </dd>
              </>
            )}
          </dl>
        </section>
      </div>
      {isPublisher && (
        <>
          <VisibilityPanel integration={published.data} />
          <VersionsPanel integration={published.data} />
        </>
      )}
    </Page>
  );
}
