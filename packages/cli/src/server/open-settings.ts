import { type ApiClient, type InstallationResource, resourceInstallationRoutes } from "@plugboard/api/client";
import { getInstallation, updateInstallation } from "@plugboard/api/routes";
import { findKind, readKinds } from "./resource-kinds.ts";

type Settings = Pick<InstallationResource, "status" | "configuration">;

/** The settings of one level. */
export interface OpenSettings extends Settings {
  /** Sets the given settings; `null` removes one. */
  readonly update: (configuration: Record<string, unknown>) => Promise<Settings>;
}

/** Identifies settings: those of an installation, or of one of its installations in a resource. */
export interface SettingsTarget {
  /** `account`, or the kind of the resource. */
  readonly level: string;
  /** Only for the settings of a resource. */
  readonly resourceId?: string | undefined;
}

/** Reads settings. @throws CliError `usage` if the server's product has no such kind of resource */
export async function openSettings(
  api: ApiClient,
  installationId: string,
  { level, resourceId }: SettingsTarget,
): Promise<OpenSettings> {
  if (resourceId === undefined) {
    const params = { installationId };
    return {
      ...(await api.call(getInstallation, { params })),
      update: (configuration) => api.call(updateInstallation, { params, body: { configuration } }),
    };
  }
  const routes = resourceInstallationRoutes(findKind(await readKinds(api), level).plural);
  const params = { installationId, resourceId };
  return {
    ...(await api.call(routes.read, { params })),
    update: (configuration) => api.call(routes.update, { params, body: { configuration } }),
  };
}
