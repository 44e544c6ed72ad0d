import type { ApiClient, InstallationResource } from "@plugboard/api/client";
import {
  createSiteInstallation,
  createSpaceInstallation,
  installIntegration,
  listIntegrationInstallations,
  listSiteInstallations,
  listSpaceInstallations,
} from "@plugboard/api/routes";

/** Where an integration is installed. */
export interface InstalledIn {
  readonly installation: InstallationResource;
  /** Whether there was no installation before. */
  readonly isNew: boolean;
  /** Ids of the spaces that it is installed in, those from before among them. */
  readonly spaces: readonly string[];
  /** Ids of the sites that it is installed in, those from before among them. */
  readonly sites: readonly string[];
}

/** The installation of an integration in an organization; `undefined` when it has none. */
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

/** Installs an integration in an organization, and in spaces and sites of it. What is there already is left as it is. */
export async function install(
  api: ApiClient,
  integration: string,
  organization: string,
  places: { readonly spaces: readonly string[]; readonly sites: readonly string[] },
): Promise<InstalledIn> {
  const known = await findInstallation(api, integration, organization);
  const installation =
    known ?? (await api.call(installIntegration, { params: { integration }, body: { organization } }));
  const installationId = installation.id;
  const spaces: string[] = [];
  for await (const { space } of api.list(listSpaceInstallations, { params: { installationId } }))
    spaces.push(space);
  for (const spaceId of places.spaces.filter((id) => !spaces.includes(id))) {
    await api.call(createSpaceInstallation, { params: { installationId, spaceId } });
    spaces.push(spaceId);
  }
  const sites: string[] = [];
  for await (const { site } of api.list(listSiteInstallations, { params: { installationId } }))
    sites.push(site);
  for (const siteId of places.sites.filter((id) => !sites.includes(id))) {
    await api.call(createSiteInstallation, { params: { installationId, siteId } });
    sites.push(siteId);
  }
  return { installation, isNew: known === undefined, spaces, sites };
}
