import type { ConnectTicket, Page, PropertyOption } from "@plugboard/api/client";
import { createConnectTicket, listPropertyOptions, updateInstallation } from "@plugboard/api/routes";
import { api, readPage } from "../data/platform-api.ts";
import {
  createResourceTicket,
  type ResourceLocation,
  saveResourceSettings,
} from "../product/resource-installations.ts";

/** The owner of settings: an installation, or an installation in a resource. */
export type SettingsLocation =
  | { readonly installationId: string; readonly kind: "organization" }
  | ResourceLocation;

/** Saves settings together. `null` deletes one. */
export async function saveSettings(
  location: SettingsLocation,
  configuration: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (isOfResource(location)) await saveResourceSettings(location, configuration);
  else {
    const { installationId } = location;
    await api.call(updateInstallation, { params: { installationId }, body: { configuration } });
  }
}

/** Creates a ticket for the callback of a button setting. */
export async function createTicket(location: SettingsLocation, property: string): Promise<ConnectTicket> {
  if (isOfResource(location)) return await createResourceTicket(location, property);
  return await api.call(createConnectTicket, {
    params: { installationId: location.installationId, property },
  });
}

/** Lists the options that the integration supplies for a setting. */
export function listOptions(
  location: SettingsLocation,
  property: string,
  typed: string,
): Promise<Page<PropertyOption>> {
  return readPage(listPropertyOptions, {
    params: { installationId: location.installationId, property },
    query: { query: typed === "" ? undefined : typed, ...resourceField(location) },
  });
}

/** Returns the resource's ID in the field of its kind, such as `projectId`. Empty for an organization. */
export function resourceField(location: SettingsLocation): Readonly<Record<string, string>> {
  return isOfResource(location) ? { [`${location.kind.kind}Id`]: location.resourceId } : {};
}

/** Returns whether the settings belong to an installation in a resource. */
export function isOfResource(location: SettingsLocation): location is ResourceLocation {
  return location.kind !== "organization";
}
