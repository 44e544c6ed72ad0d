import type { Target } from "@plugboard/api";
import { callApi } from "../call-api.ts";
import { useChange, useRead } from "../queries.ts";
import { ErrorMessage } from "./error-message.tsx";
import { StatusBadge } from "./status-badge.tsx";

interface PlacesPanelProps {
  readonly installationId: string;
  readonly target: Target;
}

/** The spaces and sites an installation is in. */
export function PlacesPanel({ installationId, target }: PlacesPanelProps) {
  const base = `/v1/installations/${installationId}`;
  const spaces = useRead("spaces", "/v1/spaces", { live: false });
  const sites = useRead("sites", "/v1/sites", { live: false });
  const inSpaces = useRead("spaceInstallations", `${base}/spaces`);
  const inSites = useRead("siteInstallations", `${base}/sites`);
  const statusInSpace = new Map(inSpaces.data?.items.map(({ space, status }) => [space, status]));
  const statusInSite = new Map(inSites.data?.items.map(({ site, status }) => [site, status]));
  return (
    <section className="panel">
      <h2>Installed in</h2>
      <table>
        <tbody>
          {(target === "all" || target === "space") &&
            spaces.data?.items.map(({ id, title }) => (
              <Place
                key={id}
                path={`${base}/spaces/${id}`}
                kind="Space"
                title={title}
                status={statusInSpace.get(id)}
              />
            ))}
          {(target === "all" || target === "site") &&
            sites.data?.items.map(({ id, title }) => (
              <Place
                key={id}
                path={`${base}/sites/${id}`}
                kind="Site"
                title={title}
                status={statusInSite.get(id)}
              />
            ))}
        </tbody>
      </table>
    </section>
  );
}

interface PlaceProps {
  readonly path: string;
  readonly kind: string;
  readonly title: string;
  readonly status: string | undefined;
}

function Place({ path, kind, title, status }: PlaceProps) {
  const change = useChange((method: "PUT" | "DELETE") => callApi(method, path));
  return (
    <tr>
      <td className="hint">{kind}</td>
      <td>{title}</td>
      <td>{status === undefined ? "" : <StatusBadge status={status} />}</td>
      <td>
        <button
          type="button"
          className="quiet"
          aria-label={`${status === undefined ? "Install in" : "Remove from"} ${kind.toLowerCase()} ${title}`}
          disabled={change.isPending}
          onClick={() => change.mutate(status === undefined ? "PUT" : "DELETE")}
        >
          {status === undefined ? "Install" : "Remove"}
        </button>
        <ErrorMessage error={change.error} />
      </td>
    </tr>
  );
}
