import { type ApiClient, type InstallationResource, resourceInstallationRoutes } from "@plugboard/api/client";
import { installIntegration, listIntegrationInstallations } from "@plugboard/api/routes";
import { findKind, readInstalledIn, type ResourceKind, type ResourceName } from "./resource-kinds.ts";

/** The result of {@link install}. */
export interface InstalledIn {
  readonly installation: InstallationResource;
  /** Whether the installation was created. */
  readonly isNew: boolean;
  /** All resources it is installed in, including earlier ones. */
  readonly resources: readonly ResourceName[];
}

/** Returns an integration's installation in an organization; `undefined` if there is none. */
export async function findInstallation(
  api: ApiClient,
  integration: string,
  organization: string | undefined,
): Promise<InstallationResource | undefined> {
  for await (const installation of api.list(listIntegrationInstallations, { params: { integration } })) {
    if (organization === undefined || installation.organization === organization) return installation;
  }
  return undefined;
}

/**
 * Installs an integration in an organization and in resources of these kinds. Existing installations are left
 * unchanged.
 */
export async function install(
  api: ApiClient,
  integration: string,
  organization: string,
  {
    kinds,
    resources,
  }: { readonly kinds: readonly ResourceKind[]; readonly resources: readonly ResourceName[] },
): Promise<InstalledIn> {
  for (const { kind } of resources) findKind(kinds, kind);
  const existing = await findInstallation(api, integration, organization);
  const installation =
    existing ?? (await api.call(installIntegration, { params: { integration }, body: { organization } }));
  const installed: ResourceName[] = [];
  for (const kind of kinds) {
    const ids = new Set(await readInstalledIn(api, installation.id, kind));
    for (const { id } of resources.filter(
      (resource) => resource.kind === kind.kind && !ids.has(resource.id),
    )) {
      await api.call(resourceInstallationRoutes(kind.plural).create, {
        params: { installationId: installation.id, resourceId: id },
      });
      ids.add(id);
    }
    for (const id of ids) installed.push({ kind: kind.kind, id });
  }
  return { installation, isNew: existing === undefined, resources: installed };
}
