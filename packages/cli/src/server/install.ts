import type { ApiClient, InstallationResource } from "@plugboard/api/client";
import { installIntegration, listIntegrationInstallations } from "@plugboard/api/routes";
import {
  createSiteInstallation,
  createSpaceInstallation,
  listSiteInstallations,
  listSpaceInstallations,
} from "@plugboard/content/routes";

/** The result of {@link install}. */
export interface InstalledIn {
  readonly installation: InstallationResource;
  /** Whether the installation was created. */
  readonly isNew: boolean;
  /** IDs of all spaces it is installed in, including earlier ones. */
  readonly spaces: readonly string[];
  /** IDs of all sites it is installed in, including earlier ones. */
  readonly sites: readonly string[];
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
 * Installs an integration in an organization and in its spaces and sites. Existing installations are left
 * unchanged.
 */
export async function install(
  api: ApiClient,
  integration: string,
  organization: string,
  resources: { readonly spaces: readonly string[]; readonly sites: readonly string[] },
): Promise<InstalledIn> {
  const existing = await findInstallation(api, integration, organization);
  const installation =
    existing ?? (await api.call(installIntegration, { params: { integration }, body: { organization } }));
  const installationId = installation.id;
  const spaces: string[] = [];
  for await (const { space } of api.list(listSpaceInstallations, { params: { installationId } }))
    spaces.push(space);
  for (const spaceId of resources.spaces.filter((id) => !spaces.includes(id))) {
    await api.call(createSpaceInstallation, { params: { installationId, spaceId } });
    spaces.push(spaceId);
  }
  const sites: string[] = [];
  for await (const { site } of api.list(listSiteInstallations, { params: { installationId } }))
    sites.push(site);
  for (const siteId of resources.sites.filter((id) => !sites.includes(id))) {
    await api.call(createSiteInstallation, { params: { installationId, siteId } });
    sites.push(siteId);
  }
  return { installation, isNew: existing === undefined, spaces, sites };
}
