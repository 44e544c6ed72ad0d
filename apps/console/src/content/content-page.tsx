import type { SpaceResource } from "@plugboard/api/client";
import { listPages, listSites, listSpaces } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { BookOpen, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useRead, useReadOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";

/** Every space with its pages. */
export function ContentPage(): ReactNode {
  const spaces = useRead(listSpaces);
  const { current } = useOrganizations();
  const shown = spaces.data?.items.filter(({ organization }) => organization === current?.id);
  return (
    <Page
      title="Content"
      description="Spaces hold pages; sites publish spaces."
      actions={
        <Link to="/content/sites" className="button">
          Sites
        </Link>
      }
    >
      <ErrorMessage error={spaces.error} />
      {spaces.isPending && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState icon={BookOpen} title="No spaces yet">
          A space of this organization appears here with its pages.
        </EmptyState>
      )}
      {shown?.map((space) => (
        <SpacePages key={space.id} space={space} />
      ))}
    </Page>
  );
}

function SpacePages({ space }: { readonly space: SpaceResource }) {
  const pages = useRead(listPages, { params: { spaceId: space.id } });
  const sites = useReadOnce(listSites);
  const site = sites.data?.items.find(({ spaceId }) => spaceId === space.id);
  return (
    <section className="panel" aria-label={space.title}>
      <header className="panel-header">
        <h2>{space.title}</h2>
        <span className="badge">{space.visibility}</span>
        {site !== undefined && (
          <a className="end" href={site.urls.published} target="_blank" rel="noreferrer">
            Open the site <ExternalLink aria-hidden size={13} />
          </a>
        )}
      </header>
      <ErrorMessage error={pages.error} />
      <table>
        <thead>
          <tr>
            <th>Page</th>
            <th>Path</th>
            <th>Saved</th>
          </tr>
        </thead>
        <tbody>
          {pages.data?.items.map((page) => (
            <tr key={page.id}>
              <td>
                <Link
                  to="/content/spaces/$spaceId/pages/$pageId"
                  params={{ spaceId: space.id, pageId: page.id }}
                >
                  {page.title}
                </Link>
              </td>
              <td>
                <code>{page.path}</code>
              </td>
              <td>
                <TimeAgo time={page.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
