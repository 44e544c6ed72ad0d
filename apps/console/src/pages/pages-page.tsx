import type { SpaceResource } from "@plugboard/api/client";
import { listPages, listSpaces } from "@plugboard/api/routes";
import { Link } from "wouter";
import { ErrorMessage } from "../parts/error-message.tsx";
import { TimeAgo } from "../parts/time-ago.tsx";
import { useRead } from "../queries.ts";

/** Every space with its pages. */
export function PagesPage() {
  const spaces = useRead(listSpaces);
  return (
    <>
      <h1>Pages</h1>
      <ErrorMessage error={spaces.error} />
      {spaces.data?.items.map((space) => (
        <SpacePages key={space.id} space={space} />
      ))}
    </>
  );
}

function SpacePages({ space }: { readonly space: SpaceResource }) {
  const pages = useRead(listPages, { params: { spaceId: space.id } });
  return (
    <section className="panel">
      <h2>{space.title}</h2>
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
                <Link href={`/spaces/${space.id}/pages/${page.id}`}>{page.title}</Link>
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
