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
