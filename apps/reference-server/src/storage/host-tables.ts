import { agentTables } from "../agent-access/agent-tables.ts";
import { accountTables, pluginTables } from "../people/account-tables.ts";

/** The tables of people's accounts, which are in the platform's database. */
export const hostTables: readonly string[] = [
  accountTables,
  agentTables,
  ...Object.values(pluginTables),
].flatMap((tables) => Object.values(tables).map(({ modelName }) => modelName));
