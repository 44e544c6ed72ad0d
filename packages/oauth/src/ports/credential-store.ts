import type { Configuration } from "@plugboard/api";
import type { CredentialOwner } from "../settings/credential-owner.ts";

/** The stored configuration of an installation. */
export interface StoredConfiguration {
  readonly configuration: Configuration;
  /** Changes with every write by any caller. */
  readonly version: string;
}

/** A change to an installation. */
export interface CredentialChange {
  /** Properties to replace; others are kept. */
  readonly configuration: Configuration;
  readonly externalIds?: readonly string[];
}

/**
 * Stores credentials in the configuration of the installation that owns them. Conditional writes ensure that
 * only one process refreshes.
 */
export interface CredentialStore {
  /** Returns the configuration, or `undefined` if the installation doesn't exist. */
  read(owner: CredentialOwner): Promise<StoredConfiguration | undefined>;
  /**
   * Writes a change.
   *
   * @param ifVersion - only writes if this is the stored version
   * @returns the new version; `undefined` if `ifVersion` is outdated and nothing was written
   */
  write(owner: CredentialOwner, change: CredentialChange, ifVersion?: string): Promise<string | undefined>;
}
