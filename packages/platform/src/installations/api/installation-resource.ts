import type { InstallationResource, Page, PageQuery } from "@plugboard/api/client";
import type { Manifest } from "@plugboard/manifest";
import { isTokenPrincipal, type Principal } from "../../access/principal.ts";
import { publicEndpointOf, resourceEndpointOf } from "../../common/platform-urls.ts";
import { pendingScopes } from "../consent.ts";
import { configurationSection } from "../installation-rules.ts";
import {
  type InstallationQuery,
  type InstallationRecord,
  listInstallations,
  type ResourceInstallationRecord,
} from "../installations.ts";
import type { InstallationRef } from "../installation-event.ts";
import { getInstalled, getIntegration } from "../../integrations/integrations.ts";
import type { Platform } from "../../operations/platform.ts";
import { cutPage, limitOf, showPage } from "../../operations/paginate.ts";
import { isoTime } from "../../common/iso-time.ts";
import { showSelection } from "../resource-selection.ts";
import { kindsOf } from "../../resources/kinds-of.ts";
import { showResource } from "../../resources/show-resource.ts";

/**
 * Converts an installation to its API resource for a caller.
 *
 * @example
 * import { getInstallation, type Platform } from "@plugboard/platform";
 * import { showInstallation } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const installation = await getInstallation(platform, "ins_1");
 * console.log((await showInstallation(platform, installation, { type: "admin" })).status);
 */
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
    ...showSelection(platform, installation.selection),
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

/**
 * Converts an installation in a resource to its API resource for a caller; `installed` is the organization's
 * installation.
 */
export async function showResourceInstallation<Shown extends object>(
  platform: Platform,
  record: ResourceInstallationRecord,
  installed: InstallationRecord,
  caller: Principal,
): Promise<Shown> {
  const { kind, resourceId } = record;
  const { manifest } = await getInstalled(platform, installed);
  const { organizationId } = installed;
  const { fields, urls } = await showResource(platform, kind, { id: resourceId, organizationId });
  const shown = {
    [kind]: resourceId,
    ...fields,
    installation: record.installationId,
    status: record.status,
    configuration: visibleConfiguration(caller, manifest, kind, record.configuration),
    externalIds: record.externalIds,
    problems: record.problems.length === 0 ? undefined : record.problems,
    urls: { publicEndpoint: resourceEndpointOf(platform.urls, record, kindsOf(platform)), ...urls },
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  };
  // The fields depend on the kind, and each operation's schema lists them.
  return shown as unknown as Shown;
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
