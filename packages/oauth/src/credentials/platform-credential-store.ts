import type { IntegrationTypes } from "@plugboard/api";
import {
  type ApiClient,
  ApiError,
  type InstallationResource,
  type InstallationUpdate,
} from "@plugboard/api/client";
import type { CredentialOwner } from "./credential-owner.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { OAuthContext } from "../oauth-context.ts";
import { OAuthError } from "../oauth-error.ts";

type Api = Pick<ApiClient, "request">;

/** Keeps credentials in the installation's configuration on the platform, through its HTTP API. */
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
      const body = { ...change, ...(ifVersion !== undefined && { ifUpdatedAt: ifVersion }) };
      for (let tries = 1; ; tries += 1) {
        try {
          return (await updateInstallation(api, owner, body)).updatedAt;
        } catch (error) {
          const isConflict = hasStatus(error, 409);
          if (isConflict && ifVersion !== undefined) return undefined;
          // Without a condition a conflict only means that somebody else was quicker.
          if (!isConflict || tries >= writeTries) throw storageError("stored", error);
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
    return api.request("GET", "/installations/{installationId}/sites/{siteId}", { params });
  }
  if (spaceId !== undefined) {
    const params = { installationId, spaceId };
    return api.request("GET", "/installations/{installationId}/spaces/{spaceId}", { params });
  }
  return api.request("GET", "/installations/{installationId}", { params: { installationId } });
}

function updateInstallation(
  api: Api,
  owner: CredentialOwner,
  body: InstallationUpdate,
): Promise<AnyInstallation> {
  const { installation: installationId, site: siteId, space: spaceId } = owner;
  if (siteId !== undefined) {
    const params = { installationId, siteId };
    return api.request("PATCH", "/installations/{installationId}/sites/{siteId}", { params, body });
  }
  if (spaceId !== undefined) {
    const params = { installationId, spaceId };
    return api.request("PATCH", "/installations/{installationId}/spaces/{spaceId}", { params, body });
  }
  return api.request("PATCH", "/installations/{installationId}", { params: { installationId }, body });
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
