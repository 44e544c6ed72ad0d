import { type Kysely, sql } from "kysely";
import { agentTables } from "./agent-tables.ts";

const { oauthConsent, oauthAccessToken, oauthRefreshToken, oauthResource } = agentTables;
/** Consents are deleted first, because access tokens without a consent are refused. */
const grantTables = [oauthConsent.modelName, oauthAccessToken.modelName, oauthRefreshToken.modelName];

/** The tables of the platform whose deleted rows end agents. */
const endings = [
  {
    trigger: "end_agents_of_member",
    table: "members",
    statements: grantTables.map(
      (table) => `delete from ${table} where "referenceId" = old.organization_id and "userId" = old.user_id`,
    ),
  },
  {
    trigger: "end_agents_of_organization",
    table: "organizations",
    statements: [`delete from ${oauthResource.modelName} where "name" = old.id`],
  },
];

/**
 * Ends a person's agents in the transaction that removes them from an organization, so that the agents stay
 * disconnected if the person joins again. The platform, which removes members, doesn't know the account tables.
 */
export async function endAgentsWithMembers<Tables>(
  database: Kysely<Tables>,
  dialect: "sqlite" | "postgres",
): Promise<void> {
  for (const { trigger, table, statements } of endings) {
    const body = `begin ${statements.join("; ")}; `;
    const definitions =
      dialect === "sqlite"
        ? [`create trigger if not exists ${trigger} after delete on ${table} for each row ${body} end`]
        : [
            `create or replace function ${trigger}() returns trigger language plpgsql
             set search_path from current as $$ ${body} return null; end $$`,
            `create or replace trigger ${trigger} after delete on ${table}
             for each row execute function ${trigger}()`,
          ];
    for (const definition of definitions) await sql.raw(definition).execute(database);
  }
}
