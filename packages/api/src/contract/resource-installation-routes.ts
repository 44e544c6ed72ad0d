import type { ApiRoute } from "./api-route.ts";
import type { Page } from "./page.ts";
import type { InstallationResource, InstallationUpdate } from "./types.ts";

/** Returns the paths of the installations in resources of a kind, with the name of the parameter for the resource. */
export function resourceInstallationPaths<Parameter extends string>(plural: string, parameter: Parameter) {
  const all = `/installations/{installationId}/${plural}` as const;
  return { all, one: `${all}/{${parameter}}` as const };
}

interface CommonTypes {
  readonly query: undefined;
  readonly idempotent: undefined;
  readonly creates: undefined;
}

interface ListTypes extends CommonTypes {
  readonly path: `/installations/{installationId}/${string}`;
  readonly body: undefined;
  readonly response: Page<Readonly<Record<string, unknown>>>;
  readonly version: undefined;
}

interface ItemTypes<Body, Version extends "updatedAt" | undefined = "updatedAt"> extends CommonTypes {
  readonly path: `/installations/{installationId}/${string}/{resourceId}`;
  readonly body: Body;
  readonly response: Pick<InstallationResource, "status" | "configuration" | "updatedAt">;
  readonly version: Version;
}

/** The routes of the installations in resources of a kind. */
export interface ResourceInstallationRoutes {
  readonly list: ApiRoute<string, "GET", ListTypes, true>;
  readonly create: ApiRoute<string, "PUT", ItemTypes<undefined, undefined>, undefined>;
  readonly read: ApiRoute<string, "GET", ItemTypes<undefined>, undefined>;
  readonly update: ApiRoute<string, "PATCH", ItemTypes<InstallationUpdate>, undefined>;
}

/**
 * Returns the routes of the installations in resources of a kind, for programs that learn the kinds from the server.
 * The parameter `resourceId` names the resource.
 *
 * @example
 * import { type ApiClient, resourceInstallationRoutes } from "@plugboard/api/client";
 *
 * export async function readSettings(api: ApiClient, installationId: string, projectId: string) {
 *   const { read } = resourceInstallationRoutes("projects");
 *   const params = { installationId, resourceId: projectId };
 *   return (await api.call(read, { params })).configuration;
 * }
 */
export function resourceInstallationRoutes(plural: string): ResourceInstallationRoutes {
  const { all, one } = resourceInstallationPaths(plural, "resourceId");
  return {
    list: { id: all, method: "GET", path: all },
    create: { id: one, method: "PUT", path: one },
    read: { id: one, method: "GET", path: one },
    update: { id: one, method: "PATCH", path: one },
  };
}
