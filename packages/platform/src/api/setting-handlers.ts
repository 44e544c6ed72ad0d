import type { SettingResource } from "@plugboard/api/client";
import type { settingOperations } from "@plugboard/api/contract";
import type { OperationHandlers } from "./operation-handler.ts";
import { paginate } from "./paginate.ts";

/** What the operator of the server has set, as the server says it. */
export function createSettingHandlers(
  settings: readonly SettingResource[],
): OperationHandlers<keyof typeof settingOperations> {
  return { listSettings: async ({ query }) => paginate(settings, ({ name }) => name, query) };
}
