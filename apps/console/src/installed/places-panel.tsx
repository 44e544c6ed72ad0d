import { listSiteInstallations, listSites, listSpaceInstallations, listSpaces } from "@plugboard/api/routes";
import type { Target } from "@plugboard/api";
import type { ManifestConfigurations } from "@plugboard/manifest";
import type { SetupProblem, SiteResource, SpaceResource } from "@plugboard/api/client";
import { useOrganizations } from "../data/organization.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { PlaceSettings } from "./place-settings.tsx";
import { installInto, removeFrom, type ResourcePlace } from "./settings-place.ts";
import { statusOf } from "./status-of.ts";
import { StatusBadge } from "../ui/status-badge.tsx";

interface PlacesPanelProps {
  readonly installationId: string;
  readonly target: Target;
  readonly configurations: ManifestConfigurations;
}

/** A space or site with its part of the installation. */
interface ListedPlace {
  readonly place: ResourcePlace;
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
export function PlacesPanel({ installationId, target, configurations }: PlacesPanelProps) {
  const { places: all, isPending, error, retry } = usePlaces(installationId);
  const places = all?.filter(({ place }) => target === "all" || target === place.kind) ?? [];
  return (
    <>
      <section className="panel">
        <h2>Installed in</h2>
        <ErrorMessage error={error} onRetry={retry} />
        {isPending && <Skeleton />}
        {all !== undefined && places.length === 0 && (
          <p className="hint">This organization has no space or site to install it in.</p>
        )}
        <table>
          <tbody>
            {places.map((listed) => (
              <PlaceRow key={listed.place.resourceId} {...listed} />
            ))}
          </tbody>
        </table>
      </section>
      {places.map(({ place, title, part }) => {
        const configuration = configurations[place.kind];
        if (part === undefined || configuration === undefined) return null;
        return (
          <PlaceSettings
            key={place.resourceId}
            title={`Settings in ${place.kind} ${title}`}
            place={place}
            configuration={configuration}
            values={part.configuration}
            problems={part.problems}
          />
        );
      })}
    </>
  );
}

interface Places {
  /** `undefined` while loading. */
  readonly places: readonly ListedPlace[] | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

function usePlaces(installationId: string): Places {
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
  if (!spaces.data || !sites.data || !inSpaces.data || !inSites.data) return { ...state, places: undefined };
  const isOffered = ({ organization, trashedAt }: SpaceResource | SiteResource): boolean =>
    organization === current?.id && trashedAt === undefined;
  const places = [
    ...spaces.data.filter(isOffered).map(
      ({ id, title }): ListedPlace => ({
        place: { installationId, kind: "space", resourceId: id },
        title,
        part: inSpaces.data.find(({ space }) => space === id),
      }),
    ),
    ...sites.data.filter(isOffered).map(
      ({ id, title }): ListedPlace => ({
        place: { installationId, kind: "site", resourceId: id },
        title,
        part: inSites.data.find(({ site }) => site === id),
      }),
    ),
  ];
  return { ...state, places };
}

const kindNames = { space: "Space", site: "Site" } as const;

function PlaceRow({ place, title, part }: ListedPlace) {
  const change = useChange(() => (part === undefined ? installInto(place) : removeFrom(place)));
  return (
    <tr>
      <td className="hint place-kind">{kindNames[place.kind]}</td>
      <td>{title}</td>
      <td>{part === undefined ? "" : <StatusBadge status={statusOf(part)} />}</td>
      <td>
        <button
          type="button"
          className="button"
          aria-label={`${part === undefined ? "Install in" : "Remove from"} ${place.kind} ${title}`}
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
