import type { SettingResource } from "@plugboard/api/client";
import type { settingOperations } from "@plugboard/api/contract";
import type { OperationHandlers } from "./operation-handler.ts";
import { paginate } from "./paginate.ts";

/** What the operator of the server has set, as the server keeps it. */
export interface ServerSettings {
  readonly list: () => readonly SettingResource[];
  /**
   * Keeps changes, all or none of them, and gives back the settings that they concern.
   *
   * @param changes by name; `null` for the value that the server was started with
   * @throws PlatformError `invalid_request` for one that cannot be changed while the server runs, or to that value
   */
  readonly update: (changes: ReadonlyMap<string, string | null>) => Promise<readonly SettingResource[]>;
}

/** Lists the settings of the server, and changes those that can be changed while it runs. */
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
