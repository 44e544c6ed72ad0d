import { listSiteInstallations, listSites, listSpaceInstallations, listSpaces } from "@plugboard/api/routes";
import type { Target } from "@plugboard/api";
import type { ManifestConfigurations } from "@plugboard/manifest";
import type { SetupProblem, SiteResource, SpaceResource } from "@plugboard/api/client";
import { useOrganizations } from "../data/organization.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { LocationSettings } from "./location-settings.tsx";
import { installInto, removeFrom, type ResourceLocation } from "./settings-location.ts";
import { statusOf } from "./status-of.ts";
import { StatusBadge } from "../ui/status-badge.tsx";

interface LocationsPanelProps {
  readonly installationId: string;
  readonly target: Target;
  readonly configurations: ManifestConfigurations;
}

/** A space or site, and its installation of the integration. */
interface ListedLocation {
  readonly location: ResourceLocation;
  readonly title: string;
  /** `undefined` if the integration isn't installed there. */
  readonly part:
    | {
        readonly status: string;
        readonly configuration: Readonly<Record<string, unknown>>;
        readonly problems?: readonly SetupProblem[] | undefined;
      }
    | undefined;
}

/** Lists the spaces and sites of an installation, with its settings in each. */
export function LocationsPanel({ installationId, target, configurations }: LocationsPanelProps) {
  const { locations: all, isPending, error, retry } = useLocations(installationId);
  const locations = all?.filter(({ location }) => target === "all" || target === location.kind) ?? [];
  return (
    <>
      <section className="panel">
        <h2>Installed in</h2>
        <ErrorMessage error={error} onRetry={retry} />
        {isPending && <Skeleton />}
        {all !== undefined && locations.length === 0 && (
          <p className="hint">This organization has no space or site to install it in.</p>
        )}
        <table>
          <tbody>
            {locations.map((listed) => (
              <LocationRow key={listed.location.resourceId} {...listed} />
            ))}
          </tbody>
        </table>
      </section>
      {locations.map(({ location, title, part }) => {
        const configuration = configurations[location.kind];
        if (part === undefined || configuration === undefined) return null;
        return (
          <LocationSettings
            key={location.resourceId}
            title={`Settings in ${location.kind} ${title}`}
            location={location}
            configuration={configuration}
            values={part.configuration}
            problems={part.problems}
          />
        );
      })}
    </>
  );
}

interface Locations {
  /** `undefined` while loading. */
  readonly locations: readonly ListedLocation[] | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

function useLocations(installationId: string): Locations {
  const params = { installationId };
  const spaces = useReadAll(listSpaces);
  const sites = useReadAll(listSites);
  const { current } = useOrganizations();
  const inSpaces = useReadAll(listSpaceInstallations, { params });
  const inSites = useReadAll(listSiteInstallations, { params });
  const all = [spaces, sites, inSpaces, inSites];
  const failed = all.find(({ data, error }) => data === undefined && error !== null);
  const state = {
    isPending: failed === undefined && all.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry: () => void Promise.all(all.map(({ refetch }) => refetch())),
  };
  if (!spaces.data || !sites.data || !inSpaces.data || !inSites.data)
    return { ...state, locations: undefined };
  const isOffered = ({ organization, trashedAt }: SpaceResource | SiteResource): boolean =>
    organization === current?.id && trashedAt === undefined;
  const locations = [
    ...spaces.data.filter(isOffered).map(
      ({ id, title }): ListedLocation => ({
        location: { installationId, kind: "space", resourceId: id },
        title,
        part: inSpaces.data.find(({ space }) => space === id),
      }),
    ),
    ...sites.data.filter(isOffered).map(
      ({ id, title }): ListedLocation => ({
        location: { installationId, kind: "site", resourceId: id },
        title,
        part: inSites.data.find(({ site }) => site === id),
      }),
    ),
  ];
  return { ...state, locations };
}

const kindNames = { space: "Space", site: "Site" } as const;

function LocationRow({ location, title, part }: ListedLocation) {
  const change = useChange(() => (part === undefined ? installInto(location) : removeFrom(location)));
  return (
    <tr>
      <td className="hint location-kind">{kindNames[location.kind]}</td>
      <td>{title}</td>
      <td>{part === undefined ? "" : <StatusBadge status={statusOf(part)} />}</td>
      <td>
        <button
          type="button"
          className="button"
          aria-label={`${part === undefined ? "Install in" : "Remove from"} ${location.kind} ${title}`}
          disabled={change.isPending}
          onClick={() => change.mutate(undefined)}
        >
          {part === undefined ? "Install" : "Remove"}
        </button>
        <ErrorMessage error={change.error} />
      </td>
    </tr>
  );
}
