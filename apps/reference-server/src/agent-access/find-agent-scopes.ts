import type { AgentOfPerson, PlatformStorage } from "@plugboard/platform";
import { sql } from "kysely";
import * as z from "zod";
import { agentScopes } from "./agent-resource.ts";
import { agentTables } from "./agent-tables.ts";
import { scopesColumn } from "./list-agents.ts";

const rowsSchema = z.array(z.object({ scopes: scopesColumn }));

/** Returns the scopes of a person's consent to an agent. `undefined` if there is none. */
export async function findAgentScopes(
  database: PlatformStorage["database"],
  { organizationId, personId, clientId }: AgentOfPerson,
) {
  const { rows } = await sql`select scopes from ${sql.table(agentTables.oauthConsent.modelName)}
    where "referenceId" = ${organizationId} and "userId" = ${personId} and "clientId" = ${clientId}`.execute(
    database,
  );
  const [consent] = rowsSchema.parse(rows);
  return consent && agentScopes.filter((scope) => consent.scopes.includes(scope));
}
