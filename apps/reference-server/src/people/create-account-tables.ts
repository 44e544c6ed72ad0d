import { passkey } from "@better-auth/passkey";
import type { PlatformStorage } from "@plugboard/platform";
import { deviceAuthorization, twoFactor } from "better-auth/plugins";
import { createAgentAuthorization } from "../agent-access/create-agent-access.ts";
import { accountTables, pluginTables } from "./account-tables.ts";
import { type AccountDialect, migrateAccounts } from "./migrate-accounts.ts";

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
