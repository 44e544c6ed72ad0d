import type { IntegrationTypes } from "@plugboard/api";
import {
  type ApiClient,
  ApiError,
  type InstallationResource,
  type InstallationUpdate,
  resourceInstallationRoutes,
} from "@plugboard/api/client";
import { getContract, getInstallation, updateInstallation } from "@plugboard/api/routes";
import type { CredentialOwner } from "../settings/credential-owner.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { OAuthError } from "../common/oauth-error.ts";

type Api = Pick<ApiClient, "call">;

/**
 * Creates a store that keeps credentials in the installation's configuration on the platform, through its
 * HTTP API.
 *
 * @example
 * ```ts
 * import { createPlatformCredentialStore, type OAuthContext } from "@plugboard/oauth";
 *
 * export async function readChannel(context: OAuthContext, installation: string): Promise<unknown> {
 *   const stored = await createPlatformCredentialStore(context).read({ installation });
 *   return stored?.configuration["channel"];
 * }
 * ```
 */
export function createPlatformCredentialStore<T extends IntegrationTypes>(
  context: OAuthContext<T>,
): CredentialStore {
  const api =
    context.environment.apiTokens.installation === undefined ? context.integration.api : context.api;
  return {
    read: async (owner) => {
      try {
        const { configuration, updatedAt } = await readInstallation(api, owner);
        return { configuration, version: updatedAt };
      } catch (error) {
        if (hasStatus(error, 404)) return undefined;
        throw storageError("read", error);
      }
    },
    write: async (owner, change, ifVersion) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return (await editInstallation(api, owner, change, ifVersion)).updatedAt;
        } catch (error) {
          if (hasStatus(error, 412)) return undefined;
          // A conflict means that another write came first.
          if (!hasStatus(error, 409) || tries >= writeTries) throw storageError("stored", error);
        }
      }
    },
  };
}

const writeTries = 3;

type AnyInstallation = Pick<InstallationResource, "configuration" | "updatedAt">;

/** Returns the routes and path parameters of the installation in the owner's resource, if it has one. */
async function resourceOf(api: Api, { installation: installationId, resource }: CredentialOwner) {
  if (resource === undefined) return undefined;
  const { kinds } = await api.call(getContract);
  const kind = kinds.find((one) => one.kind === resource.kind);
  if (kind === undefined)
    throw new OAuthError("storage_failed", `The platform has no resources of the kind ${resource.kind}.`);
  const params = { installationId, resourceId: resource.id };
  return { ...resourceInstallationRoutes(kind.plural), params };
}

async function readInstallation(api: Api, owner: CredentialOwner): Promise<AnyInstallation> {
  const own = await resourceOf(api, owner);
  if (own !== undefined) return api.call(own.read, { params: own.params });
  return api.call(getInstallation, { params: { installationId: owner.installation } });
}

async function editInstallation(
  api: Api,
  owner: CredentialOwner,
  body: InstallationUpdate,
  ifMatch: string | undefined,
): Promise<AnyInstallation> {
  const own = await resourceOf(api, owner);
  if (own !== undefined) return api.call(own.update, { params: own.params, body, ifMatch });
  return api.call(updateInstallation, { params: { installationId: owner.installation }, body, ifMatch });
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

function storageError(verb: "read" | "stored", error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  const reason = error instanceof ApiError ? error.code : "unknown";
  return new OAuthError(
    "storage_failed",
    `The credentials could not be ${verb} in the installation's configuration (${reason}).`,
  );
}
