import type { IntegrationTypes } from "@plugboard/api";
import {
  type ApiClient,
  ApiError,
  type InstallationResource,
  type InstallationUpdate,
} from "@plugboard/api/client";
import {
  getInstallation,
  getSiteInstallation,
  getSpaceInstallation,
  updateInstallation,
  updateSiteInstallation,
  updateSpaceInstallation,
} from "@plugboard/api/routes";
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

function readInstallation(api: Api, owner: CredentialOwner): Promise<AnyInstallation> {
  const { installation: installationId, site: siteId, space: spaceId } = owner;
  if (siteId !== undefined) {
    const params = { installationId, siteId };
    return api.call(getSiteInstallation, { params });
  }
  if (spaceId !== undefined) {
    const params = { installationId, spaceId };
    return api.call(getSpaceInstallation, { params });
  }
  return api.call(getInstallation, { params: { installationId } });
}

function editInstallation(
  api: Api,
  owner: CredentialOwner,
  body: InstallationUpdate,
  ifMatch: string | undefined,
): Promise<AnyInstallation> {
  const { installation: installationId, site: siteId, space: spaceId } = owner;
  if (siteId !== undefined) {
    const params = { installationId, siteId };
    return api.call(updateSiteInstallation, { params, body, ifMatch });
  }
  if (spaceId !== undefined) {
    const params = { installationId, spaceId };
    return api.call(updateSpaceInstallation, { params, body, ifMatch });
  }
  return api.call(updateInstallation, { params: { installationId }, body, ifMatch });
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

function storageError(verb: "read" | "stored", error: unknown): OAuthError {
  const reason = error instanceof ApiError ? error.code : "unknown";
  return new OAuthError(
    "storage_failed",
    `The credentials could not be ${verb} in the installation's configuration (${reason}).`,
  );
}
