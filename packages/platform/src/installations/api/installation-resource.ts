import type {
  InstallationResource,
  Page,
  PageQuery,
  SiteInstallationResource,
  SpaceInstallationResource,
} from "@plugboard/api/client";
import type { Manifest } from "@plugboard/manifest";
import { isTokenPrincipal, type Principal } from "../../access/principal.ts";
import { publicEndpointOf, publishedUrlOf, resourceEndpointOf } from "../../common/platform-urls.ts";
import { getSite } from "../../content/content.ts";
import { pendingScopes } from "../consent.ts";
import { configurationSection } from "../installation-rules.ts";
import {
  type InstallationQuery,
  type InstallationRecord,
  listInstallations,
  type ResourceInstallationRecord,
} from "../installations.ts";
import type { InstallationRef } from "../installation-event.ts";
import { getInstalled, getIntegration, type Installed } from "../../integrations/integrations.ts";
import type { Platform } from "../../platform/create-platform.ts";
import { cutPage, limitOf, showPage } from "../../operations/paginate.ts";
import { isoTime } from "../../common/iso-time.ts";

/** Converts an installation to its API resource for a caller. */
export async function showInstallation(
  platform: Platform,
  installation: InstallationRecord,
  caller: Principal,
): Promise<InstallationResource> {
  const current = await getIntegration(platform, installation.integration);
  const { manifest } = await getInstalled(platform, installation);
  const pending = pendingScopes(current.manifest, installation);
  return {
    id: installation.id,
    integration: installation.integration,
    organization: installation.organizationId,
    status: installation.status,
    space_selection: installation.spaceSelection,
    configuration: visibleConfiguration(caller, manifest, "organization", installation.configuration),
    urls: {
      publicEndpoint: publicEndpointOf(platform.urls, installation.id),
      app: `${platform.urls.console}/installations/${installation.id}`,
    },
    externalIds: installation.externalIds,
    target: installation.target,
    pendingScopes: pending.length === 0 ? undefined : pending,
    pinnedVersion: installation.pinnedVersion,
    problems: installation.problems.length === 0 ? undefined : installation.problems,
    pauseReason: installation.pauseReason,
    createdAt: isoTime(installation.createdAt),
    updatedAt: isoTime(installation.updatedAt),
  };
}

/** Converts a page of installations to API resources for a caller. */
export async function showInstallations(
  platform: Platform,
  filter: Pick<InstallationQuery, "integration" | "id" | "externalId" | "organizations">,
  query: PageQuery,
  caller: Principal,
): Promise<Page<InstallationResource>> {
  const limit = limitOf(query) + 1;
  const rows = await listInstallations(platform, { ...filter, after: query.cursor, limit });
  const page = cutPage(rows, ({ id }) => id, query);
  return await showPage(page, (item) => showInstallation(platform, item, caller));
}

/** Converts a space installation to its API resource for a caller; `installed` is its integration. */
export async function showSpaceInstallation(
  platform: Platform,
  record: ResourceInstallationRecord,
  installed: Installed,
  caller: Principal,
): Promise<SpaceInstallationResource> {
  const common = await showCommon(platform, record, installed, caller);
  return { ...common, space: record.resourceId };
}

/** Converts a site installation to its API resource for a caller; `installed` is its integration. */
export async function showSiteInstallation(
  platform: Platform,
  record: ResourceInstallationRecord,
  installed: Installed,
  caller: Principal,
): Promise<SiteInstallationResource> {
  const common = await showCommon(platform, record, installed, caller);
  const { id, spaceId, slug } = await getSite(platform, record.resourceId);
  const published = publishedUrlOf(platform.urls, slug);
  return { ...common, site: id, space: spaceId, urls: { ...common.urls, published } };
}

async function showCommon(
  platform: Platform,
  record: ResourceInstallationRecord,
  installed: Installed,
  caller: Principal,
): Promise<Omit<SpaceInstallationResource, "space">> {
  const { manifest } = await getInstalled(platform, installed);
  return {
    installation: record.installationId,
    status: record.status,
    configuration: visibleConfiguration(caller, manifest, record.kind, record.configuration),
    externalIds: record.externalIds,
    problems: record.problems.length === 0 ? undefined : record.problems,
    urls: { publicEndpoint: resourceEndpointOf(platform.urls, record, platform.product?.contract.kinds) },
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  };
}

/**
 * Returns the part of the configuration that a caller can read. Integrations read all of it. People read the
 * settings shown in a form, and only the names of others such as OAuth credentials. Internal settings are
 * hidden.
 */
function visibleConfiguration(
  caller: Principal,
  manifest: Manifest,
  kind: InstallationRef["kind"],
  configuration: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (isTokenPrincipal(caller)) return { ...configuration };
  const { properties = {}, internal = [] } = configurationSection(manifest, kind) ?? {};
  const visible = Object.entries(configuration).filter(([name]) =>
    internal === true ? Object.hasOwn(properties, name) : !internal.includes(name),
  );
  return Object.fromEntries(
    visible.map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property === undefined || property.type === "button" ? true : value];
    }),
  );
}
