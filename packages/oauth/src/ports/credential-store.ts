import type { Configuration } from "@plugboard/api";
import type { CredentialOwner } from "../settings/credential-owner.ts";

/** The configuration of an installation as it is stored now. */
export interface StoredConfiguration {
  readonly configuration: Configuration;
  /** Changes with every write, whoever makes it. */
  readonly version: string;
}

/** What to change of an installation. */
export interface CredentialChange {
  /** Each property replaces the stored one of that name; others stay. */
  readonly configuration: Configuration;
  readonly externalIds?: readonly string[];
}

/**
 * Keeps credentials in the configuration of the installation that owns them. Its conditional write is what makes a
 * refresh happen once, however many processes need it.
 */
export interface CredentialStore {
  /** The configuration now; `undefined` when there is no such installation. */
  read(owner: CredentialOwner): Promise<StoredConfiguration | undefined>;
  /**
   * Writes a change.
   *
   * @param ifVersion - writes only while this is the stored version
   * @returns the new version; `undefined` when `ifVersion` no longer holds, and nothing was written
   */
  write(owner: CredentialOwner, change: CredentialChange, ifVersion?: string): Promise<string | undefined>;
}
