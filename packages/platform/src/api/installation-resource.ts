import type {
  InstallationResource,
  Page,
  PageQuery,
  SiteInstallationResource,
  SpaceInstallationResource,
} from "@plugboard/api/client";
import type { Manifest } from "@plugboard/manifest";
import type { Principal } from "../access/principal.ts";
import { publicEndpointOf, publishedUrlOf } from "../common/platform-urls.ts";
import { getSite } from "../content/content.ts";
import { configurationSection } from "../installations/check-configuration.ts";
import {
  type InstallationQuery,
  type InstallationRecord,
  listInstallations,
  type ResourceInstallationRecord,
} from "../installations/installations.ts";
import type { InstallationPlace } from "../installations/setup-event.ts";
import { getIntegration } from "../integrations/integrations.ts";
import type { Services } from "../platform/services.ts";
import { cutPage, limitOf, showPage } from "./paginate.ts";
import { isoTime } from "./iso-time.ts";

/** An installation as a caller may see it. */
export async function showInstallation(
  { context, urls }: Services,
  installation: InstallationRecord,
  caller: Principal,
): Promise<InstallationResource> {
  const { manifest } = await getIntegration(context, installation.integration);
  return {
    id: installation.id,
    integration: installation.integration,
    organization: installation.organizationId,
    status: installation.status,
    space_selection: installation.spaceSelection,
    configuration: visibleConfiguration(caller, manifest, "organization", installation.configuration),
    urls: {
      publicEndpoint: publicEndpointOf(urls, installation.id),
      app: `${urls.console}/installations/${installation.id}`,
    },
    externalIds: installation.externalIds,
    target: installation.target,
    createdAt: isoTime(installation.createdAt),
    updatedAt: isoTime(installation.updatedAt),
  };
}

/** A page of installations as a caller may see them. */
export async function showInstallations(
  services: Services,
  filter: Pick<InstallationQuery, "integration" | "id">,
  query: PageQuery,
  caller: Principal,
): Promise<Page<InstallationResource>> {
  const limit = limitOf(query) + 1;
  const rows = await listInstallations(services.context, { ...filter, after: query.cursor, limit });
  const page = cutPage(rows, ({ id }) => id, query);
  return await showPage(page, (item) => showInstallation(services, item, caller));
}

/** A space installation as a caller may see it; `integration` is the name of what is installed. */
export async function showSpaceInstallation(
  services: Services,
  record: ResourceInstallationRecord,
  integration: string,
  caller: Principal,
): Promise<SpaceInstallationResource> {
  const common = await showCommon(services, record, integration, caller);
  return { ...common, space: record.resourceId };
}

/** A site installation as a caller may see it; `integration` is the name of what is installed. */
export async function showSiteInstallation(
  services: Services,
  record: ResourceInstallationRecord,
  integration: string,
  caller: Principal,
): Promise<SiteInstallationResource> {
  const common = await showCommon(services, record, integration, caller);
  const { id, spaceId, slug } = await getSite(services.context, record.resourceId);
  const published = publishedUrlOf(services.urls, slug);
  return { ...common, site: id, space: spaceId, urls: { ...common.urls, published } };
}

async function showCommon(
  { context, urls }: Services,
  record: ResourceInstallationRecord,
  integration: string,
  caller: Principal,
): Promise<Omit<SpaceInstallationResource, "space">> {
  const { manifest } = await getIntegration(context, integration);
  return {
    installation: record.installationId,
    status: record.status,
    configuration: visibleConfiguration(caller, manifest, record.kind, record.configuration),
    externalIds: record.externalIds,
    urls: { publicEndpoint: publicEndpointOf(urls, record.installationId) },
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  };
}

/**
 * The configuration as a caller may read it. An integration reads all of its own; people read the settings a form shows,
 * and of anything else, such as OAuth credentials, only that it is there. Internal settings are not shown.
 */
function visibleConfiguration(
  caller: Principal,
  manifest: Manifest,
  kind: InstallationPlace["kind"],
  configuration: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (caller.type !== "admin") return { ...configuration };
  const { properties = {}, internal = [] } = configurationSection(manifest, kind) ?? {};
  const shown = Object.entries(configuration).filter(([name]) => !internal.includes(name));
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property === undefined || property.type === "button" ? true : value];
    }),
  );
}
