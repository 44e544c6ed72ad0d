import { listSites } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { Globe } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useReadOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";

/** The published sites as their visitors see them. */
export function SitesPage(): ReactNode {
  const sites = useReadOnce(listSites);
  const { current } = useOrganizations();
  const shown = sites.data?.items.filter(({ organization }) => organization === current?.id);
  return (
    <Page title="Sites" description="Each as its visitors see it." above={<Link to="/content">Content</Link>}>
      <ErrorMessage error={sites.error} />
      {sites.isPending && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState icon={Globe} title="No sites yet">
          A site publishes the pages of a space.
        </EmptyState>
      )}
      {shown?.map((site) => (
        <section key={site.id} className="panel" aria-label={site.title}>
          <header className="panel-header">
            <h2>{site.title}</h2>
            <a className="end" href={site.urls.published} target="_blank" rel="noreferrer">
              {site.urls.published}
            </a>
          </header>
          <iframe
            className="site"
            title={site.title}
            src={site.urls.published}
            sandbox="allow-forms allow-same-origin"
          />
        </section>
      ))}
    </Page>
  );
}
