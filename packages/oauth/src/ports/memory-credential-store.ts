import type { Configuration } from "@plugboard/api";
import type { CredentialOwner } from "../settings/credential-owner.ts";
import type { CredentialStore } from "./credential-store.ts";
import { OAuthError } from "../common/oauth-error.ts";

/** An initial installation of a memory store. */
export interface MemoryInstallation {
  readonly owner: CredentialOwner;
  readonly configuration: Configuration;
}

/**
 * Creates a credential store in memory, for tests and for integrations that run without a platform.
 *
 * @example
 * ```ts
 * import { createMemoryCredentialStore } from "@plugboard/oauth";
 *
 * const store = createMemoryCredentialStore([
 *   { owner: { installation: "ins_1" }, configuration: { channel: "docs" } },
 * ]);
 * console.log(await store.read({ installation: "ins_1" }));
 * ```
 */
export function createMemoryCredentialStore(installations: readonly MemoryInstallation[]): CredentialStore {
  const keyOf = ({ installation, resource }: CredentialOwner) =>
    JSON.stringify([installation, resource?.kind, resource?.id]);
  const stored = new Map(
    installations.map(({ owner, configuration }) => [keyOf(owner), { configuration, version: 1 }]),
  );

  return {
    read: async (owner) => {
      const row = stored.get(keyOf(owner));
      return row && { configuration: row.configuration, version: String(row.version) };
    },
    write: async (owner, change, ifVersion) => {
      const row = stored.get(keyOf(owner));
      if (row === undefined) throw new OAuthError("storage_failed", "The installation does not exist.");
      if (ifVersion !== undefined && ifVersion !== String(row.version)) return undefined;
      const version = row.version + 1;
      const configuration = { ...row.configuration, ...change.configuration };
      stored.set(keyOf(owner), { configuration, version });
      return String(version);
    },
  };
}
