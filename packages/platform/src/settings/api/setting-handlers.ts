import type { SettingResource } from "@plugboard/api/client";
import type { settingOperations } from "@plugboard/api/contract";
import type { OperationHandlers } from "../../operations/operation-handler.ts";
import { paginate } from "../../operations/paginate.ts";

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

export function createSettingHandlers(
  settings: ServerSettings,
): OperationHandlers<keyof typeof settingOperations> {
  return {
    listSettings: async ({ query }) => paginate(settings.list(), ({ name }) => name, query),
    updateSettings: async ({ body }) => ({
      items: await settings.update(new Map(body.settings.map(({ name, value }) => [name, value]))),
    }),
  };
}
