import type { CredentialStore } from "../ports/credential-store.ts";
import { OAuthError } from "../common/oauth-error.ts";
import { isCredentials, type OAuthCredentials } from "../credentials/oauth-credentials.ts";

/** The stored credentials of a connection. */
export interface StoredConnection {
  readonly credentials: OAuthCredentials;
  /** Changes with every write. */
  readonly version: string;
}

/**
 * Stores the credentials of your connections. Encrypt them: they are as good as a password. Conditional writes
 * ensure that only one process refreshes.
 */
export interface ConnectionStore {
  /** Returns `undefined` if the connection has no credentials. */
  readonly read: (connection: string) => Promise<StoredConnection | undefined>;
  /**
   * Writes credentials.
   *
   * @param ifVersion - only writes if this is the stored version
   * @returns the new version; `undefined` if `ifVersion` is outdated and nothing was written
   */
  readonly write: (
    connection: string,
    credentials: OAuthCredentials,
    ifVersion?: string,
  ) => Promise<string | undefined>;
}

/** Stores the credentials of installations as connections, by the id of the installation. */
export function toCredentialStore(store: ConnectionStore): CredentialStore {
  return {
    read: async ({ installation }) => {
      const stored = await store.read(installation);
      return stored && { configuration: { oauth_credentials: stored.credentials }, version: stored.version };
    },
    write: async ({ installation }, { configuration }, ifVersion) => {
      const credentials: unknown = configuration["oauth_credentials"];
      if (!isCredentials(credentials))
        throw new OAuthError("credentials_invalid", "The extracted credentials have no access token.");
      return await store.write(installation, credentials, ifVersion);
    },
  };
}
