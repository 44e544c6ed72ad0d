import type { ApiClient, ApiRoute } from "@plugboard/api/client";
import { getInstallation, updateInstallation } from "@plugboard/api/routes";
import { findKind, readKinds } from "./resource-kinds.ts";

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
  const path = `/installations/{installationId}/${findKind(await readKinds(api), level).plural}/{resourceId}`;
  const call = async (method: "GET" | "PATCH", body?: object): Promise<Settings> => {
    const route: ApiRoute = { id: path, method, path };
    const request = { params: { installationId, resourceId }, body };
    // Every kind of resource has these operations, but only the server knows the kinds.
    return (await api.call(route, request)) as Settings;
  };
  return {
    ...(await call("GET")),
    update: async (configuration) => await call("PATCH", { configuration }),
  };
}
