import type { ConnectTicket, ContractKind, SetupProblem } from "@plugboard/api/client";
import { useQueries } from "@tanstack/react-query";
import { live } from "../data/live.ts";
import { callProduct, readAllOfProduct } from "../data/platform-api.ts";
import { combineKinds } from "./combine-kinds.ts";
import { useKinds } from "./contract.ts";

/** The installation of an integration in a resource. */
export interface ResourceInstallation {
  readonly kind: ContractKind;
  readonly resourceId: string;
  readonly status: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly problems?: readonly SetupProblem[] | undefined;
}

/** Identifies the installation of an integration in a resource. */
export interface ResourceLocation {
  readonly installationId: string;
  readonly kind: ContractKind;
  readonly resourceId: string;
}

/** Reads the resources that an integration is installed in. */
export function useResourceInstallations(installationId: string) {
  const kinds = useKinds();
  return useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ["resource installations", kind.kind, installationId],
      queryFn: () => listResourceInstallations(installationId, kind),
      ...live("installations"),
    })),
    combine: combineKinds,
  });
}

type Shown = Omit<ResourceInstallation, "kind" | "resourceId"> & Readonly<Record<string, unknown>>;

async function listResourceInstallations(
  installationId: string,
  kind: ContractKind,
): Promise<readonly ResourceInstallation[]> {
  const path = `/installations/{installationId}/${kind.plural}`;
  const items = await readAllOfProduct<Shown>(path, { installationId });
  return items.map(({ status, configuration, problems, [kind.kind]: resourceId }) => ({
    kind,
    resourceId: String(resourceId),
    status,
    configuration,
    problems,
  }));
}

/** Installs an integration in a resource. */
export async function installInto(location: ResourceLocation): Promise<void> {
  await callProduct("PUT", pathOf(location), { params: paramsOf(location) });
}

/** Removes an integration from a resource. */
export async function removeFrom(location: ResourceLocation): Promise<void> {
  await callProduct("DELETE", pathOf(location), { params: paramsOf(location) });
}

/** Saves settings of an integration in a resource. `null` deletes one. */
export async function saveResourceSettings(
  location: ResourceLocation,
  configuration: Readonly<Record<string, unknown>>,
): Promise<void> {
  await callProduct("PATCH", pathOf(location), { params: paramsOf(location), body: { configuration } });
}

/** Creates a ticket for the callback of a button setting in a resource. */
export async function createResourceTicket(
  location: ResourceLocation,
  property: string,
): Promise<ConnectTicket> {
  const params = { ...paramsOf(location), property };
  return await callProduct("POST", `${pathOf(location)}/connect/{property}`, { params });
}

function pathOf({ kind: { plural } }: ResourceLocation): string {
  return `/installations/{installationId}/${plural}/{resourceId}`;
}

function paramsOf({ installationId, resourceId }: ResourceLocation) {
  return { installationId, resourceId };
}
