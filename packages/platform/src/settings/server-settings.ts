import type { SettingResource } from "@plugboard/api/client";

/** The server's settings, stored by the server. */
export interface ServerSettings {
  readonly list: () => readonly SettingResource[];
  /**
   * Saves all changes or none, and returns the changed settings.
   *
   * @param changes by name; `null` restores the value that the server was started with
   *
   * @throws PlatformError `invalid_request` if a setting cannot be changed at runtime, or not to that value
   */
  readonly update: (changes: ReadonlyMap<string, string | null>) => Promise<readonly SettingResource[]>;
}
