import { type Kysely, sql } from "kysely";
import type { ScopeName } from "@plugboard/api";
import { agentTables } from "./agent-tables.ts";

const eventScope: ScopeName = "agent:events:read";

const { oauthConsent, oauthAccessToken, oauthRefreshToken, oauthResource } = agentTables;
/** Consents are deleted first, because access tokens without a consent are refused. */
const grantTables = [oauthConsent.modelName, oauthAccessToken.modelName, oauthRefreshToken.modelName];

const endSubscriptions = `update agent_subscriptions set ended = 1 where organization_id = old."referenceId"
  and actor_type = 'member' and actor_id = old."userId" and client_id = old."clientId"`;
/** The text of a list of scopes, on both databases. */
const newScopes = "cast(new.scopes as text)";

/** Changes that end agents and their subscriptions. */
const endings = [
  {
    trigger: "end_agents_of_member",
    change: "delete on members",
    statements: grantTables.map(
      (table) => `delete from ${table} where "referenceId" = old.organization_id and "userId" = old.user_id`,
    ),
  },
  {
    trigger: "end_agents_of_organization",
    change: "delete on organizations",
    statements: [`delete from ${oauthResource.modelName} where "name" = old.id`],
  },
  {
    trigger: "end_subscriptions_of_consent",
    change: `delete on ${oauthConsent.modelName}`,
    statements: [endSubscriptions],
  },
  {
    trigger: "end_subscriptions_of_scope",
    change: `update on ${oauthConsent.modelName}`,
    statements: [`${endSubscriptions} and ${newScopes} not like '%${eventScope}%'`],
  },
];

/**
 * Ends a person's agents in the transaction that removes them from an organization, so that the agents stay
 * disconnected if the person joins again. The platform, which removes members, doesn't know the account tables. Ends
 * subscriptions in the transaction that withdraws their consent.
 */
export async function endAgentsWithMembers<Tables>(
  database: Kysely<Tables>,
  dialect: "sqlite" | "postgres",
): Promise<void> {
  for (const { trigger, change, statements } of endings) {
    const body = `begin ${statements.join("; ")}; `;
    const definitions =
      dialect === "sqlite"
        ? [`create trigger if not exists ${trigger} after ${change} for each row ${body} end`]
        : [
            `create or replace function ${trigger}() returns trigger language plpgsql
             set search_path from current as $$ ${body} return null; end $$`,
            `create or replace trigger ${trigger} after ${change}
             for each row execute function ${trigger}()`,
          ];
    for (const definition of definitions) await sql.raw(definition).execute(database);
  }
}
