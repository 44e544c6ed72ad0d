import type { ApiClient } from "@plugboard/api/client";
import {
  getInstallation,
  getSiteInstallation,
  getSpaceInstallation,
  updateInstallation,
  updateSiteInstallation,
  updateSpaceInstallation,
} from "@plugboard/api/routes";

/** Settings with the status of their installation. */
export interface Settings {
  readonly status: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** The settings of one level. */
export interface OpenSettings extends Settings {
  /** Sets the given settings; `null` removes one. */
  readonly update: (configuration: Record<string, unknown>) => Promise<Settings>;
}

/** Identifies settings: those of an installation, or of one of its resource installations. */
export type SettingsTarget =
  | { readonly level: "account" }
  | { readonly level: "space" | "site"; readonly resourceId: string };

/** Reads settings. */
export async function openSettings(
  api: ApiClient,
  installationId: string,
  target: SettingsTarget,
): Promise<OpenSettings> {
  if (target.level === "account") {
    const params = { installationId };
    return {
      ...(await api.call(getInstallation, { params })),
      update: (configuration) => api.call(updateInstallation, { params, body: { configuration } }),
    };
  }
  if (target.level === "space") {
    const params = { installationId, spaceId: target.resourceId };
    return {
      ...(await api.call(getSpaceInstallation, { params })),
      update: (configuration) => api.call(updateSpaceInstallation, { params, body: { configuration } }),
    };
  }
  const params = { installationId, siteId: target.resourceId };
  return {
    ...(await api.call(getSiteInstallation, { params })),
    update: (configuration) => api.call(updateSiteInstallation, { params, body: { configuration } }),
  };
}
