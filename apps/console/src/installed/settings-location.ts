import type { ConnectTicket, Page, PropertyOption } from "@plugboard/api/client";
import {
  createConnectTicket,
  createSiteConnectTicket,
  createSiteInstallation,
  createSpaceConnectTicket,
  createSpaceInstallation,
  deleteSiteInstallation,
  deleteSpaceInstallation,
  listPropertyOptions,
  updateInstallation,
  updateSiteInstallation,
  updateSpaceInstallation,
} from "@plugboard/api/routes";
import { api, readPage } from "../data/platform-api.ts";

/** Identifies a space or site installation by its space or site. */
export interface ResourceLocation {
  readonly installationId: string;
  readonly kind: "space" | "site";
  readonly resourceId: string;
}

/** The owner of settings: an installation, a space installation or a site installation. */
export type SettingsLocation =
  | { readonly installationId: string; readonly kind: "organization" }
  | ResourceLocation;

/** Saves settings together. `null` deletes one. */
export async function saveSettings(
  location: SettingsLocation,
  configuration: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { installationId, kind } = location;
  const body = { configuration };
  if (kind === "organization") await api.call(updateInstallation, { params: { installationId }, body });
  else if (kind === "space") {
    const params = { installationId, spaceId: location.resourceId };
    await api.call(updateSpaceInstallation, { params, body });
  } else {
    const params = { installationId, siteId: location.resourceId };
    await api.call(updateSiteInstallation, { params, body });
  }
}

/** Creates a ticket for the callback of a button setting. */
export function createTicket(location: SettingsLocation, property: string): Promise<ConnectTicket> {
  const { installationId, kind } = location;
  if (kind === "organization") return api.call(createConnectTicket, { params: { installationId, property } });
  if (kind === "space") {
    const params = { installationId, property, spaceId: location.resourceId };
    return api.call(createSpaceConnectTicket, { params });
  }
  const params = { installationId, property, siteId: location.resourceId };
  return api.call(createSiteConnectTicket, { params });
}

/** Lists the options that the integration supplies for a setting. */
export function listOptions(
  location: SettingsLocation,
  property: string,
  typed: string,
): Promise<Page<PropertyOption>> {
  return readPage(listPropertyOptions, {
    params: { installationId: location.installationId, property },
    query: {
      query: typed === "" ? undefined : typed,
      spaceId: location.kind === "space" ? location.resourceId : undefined,
      siteId: location.kind === "site" ? location.resourceId : undefined,
    },
  });
}

/** Installs an integration in a space or site. */
export async function installInto({ installationId, kind, resourceId }: ResourceLocation): Promise<void> {
  if (kind === "space")
    await api.call(createSpaceInstallation, { params: { installationId, spaceId: resourceId } });
  else await api.call(createSiteInstallation, { params: { installationId, siteId: resourceId } });
}

/** Removes an integration from a space or site. */
export async function removeFrom({ installationId, kind, resourceId }: ResourceLocation): Promise<void> {
  if (kind === "space")
    await api.call(deleteSpaceInstallation, { params: { installationId, spaceId: resourceId } });
  else await api.call(deleteSiteInstallation, { params: { installationId, siteId: resourceId } });
}
