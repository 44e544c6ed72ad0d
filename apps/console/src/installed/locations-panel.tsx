import type { Target } from "@plugboard/api";
import type { ManifestConfigurations } from "@plugboard/manifest";
import { useChange } from "../data/queries.ts";
import { useContract } from "../product/contract.ts";
import {
  installInto,
  removeFrom,
  type ResourceInstallation,
  type ResourceLocation,
  useResourceInstallations,
} from "../product/resource-installations.ts";
import { useResources } from "../product/resources.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { LocationSettings } from "./location-settings.tsx";
import { statusOf } from "./status-of.ts";
import { Button } from "../ui/button.tsx";

interface LocationsPanelProps {
  readonly installationId: string;
  readonly target: Target;
  readonly configurations: ManifestConfigurations;
}

/** A resource, and its installation of the integration. */
interface ListedLocation {
  readonly location: ResourceLocation;
  readonly title: string;
  /** `undefined` if the integration isn't installed there. */
  readonly part: ResourceInstallation | undefined;
}

/** Lists the resources of an installation, with its settings in each. */
export function LocationsPanel({ installationId, target, configurations }: LocationsPanelProps) {
  const { locations: all, isPending, error, retry } = useLocations(installationId);
  const locations = all?.filter(({ location }) => target === "all" || target === location.kind.kind) ?? [];
  return (
    <>
      <section className="panel">
        <h2>Installed in</h2>
        <ErrorMessage error={error} onRetry={retry} />
        {isPending && <Skeleton />}
        {all !== undefined && locations.length === 0 && (
          <p className="hint">This organization has nothing to install it in.</p>
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
        const configuration = configurations[location.kind.kind];
        if (part === undefined || configuration === undefined) return null;
        return (
          <LocationSettings
            key={location.resourceId}
            title={`Settings in ${location.kind.title.toLowerCase()} ${title}`}
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
  const contract = useContract();
  const resources = useResources();
  const installed = useResourceInstallations(installationId);
  const all = [contract, resources, installed];
  const failed = all.find(({ data, error }) => data === undefined && error !== null);
  const isPending = failed === undefined && all.some(({ data }) => data === undefined);
  const locations = resources.data?.map(
    ({ id, kind, title }): ListedLocation => ({
      location: { installationId, kind, resourceId: id },
      title,
      part: installed.data?.find(
        ({ resourceId, kind: { kind: of } }) => resourceId === id && of === kind.kind,
      ),
    }),
  );
  return {
    locations: isPending || failed !== undefined ? undefined : locations,
    isPending,
    error: failed?.error ?? null,
    retry: () => void Promise.all(all.map(({ refetch }) => refetch())),
  };
}

function LocationRow({ location, title, part }: ListedLocation) {
  const change = useChange(() => (part === undefined ? installInto(location) : removeFrom(location)));
  const kind = location.kind.title;
  return (
    <tr>
      <td className="hint location-kind">{kind}</td>
      <td>{title}</td>
      <td>{part === undefined ? "" : <StatusBadge status={statusOf(part)} />}</td>
      <td>
        <Button
          aria-label={`${part === undefined ? "Install in" : "Remove from"} ${kind.toLowerCase()} ${title}`}
          busy={change.isPending}
          onClick={() => change.mutate(undefined)}
        >
          {part === undefined ? "Install" : "Remove"}
        </Button>
        <ErrorMessage error={change.error} />
      </td>
    </tr>
  );
}
