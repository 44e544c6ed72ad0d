import { passkey } from "@better-auth/passkey";
import type { PlatformStorage } from "@plugboard/platform";
import { deviceAuthorization, twoFactor } from "better-auth/plugins";
import { createAgentAuthorization } from "../agent-access/create-agent-access.ts";
import { type AccountDialect, migrateAccounts } from "./migrate-accounts.ts";

/** The names of the account tables. */
export const accountTables = {
  user: { modelName: "auth_users" },
  session: { modelName: "auth_sessions" },
  account: { modelName: "auth_accounts" },
  verification: { modelName: "auth_verifications" },
} as const;

/** The names of the tables that better-auth plugins add. */
export const pluginTables = {
  twoFactor: { twoFactor: { modelName: "auth_two_factors" } },
  passkey: { passkey: { modelName: "auth_passkeys" } },
  deviceCode: { deviceCode: { modelName: "auth_device_codes" } },
} as const;

/** Creates the account tables without a running server, to restore a backup that contains them. */
export async function createAccountTables(
  database: PlatformStorage["database"],
  dialect: AccountDialect,
): Promise<void> {
  await migrateAccounts(database, dialect, {
    database: { db: database, type: dialect },
    ...accountTables,
    plugins: [
      twoFactor({ schema: pluginTables.twoFactor }),
      passkey({ schema: pluginTables.passkey }),
      deviceAuthorization({ schema: pluginTables.deviceCode }),
      createAgentAuthorization("http://localhost"),
    ],
  });
}
