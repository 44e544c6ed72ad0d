import { type Kysely, sql } from "kysely";
import * as z from "zod";
import { agentTables } from "./agent-tables.ts";

/** Agents per page. */
const pageSize = 100;

const listSchema = z.array(z.string());
/** SQLite stores lists as text. */
export const scopesColumn = z.union([
  listSchema,
  z.string().transform((text) => listSchema.parse(JSON.parse(text))),
]);
const rowSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  clientName: z.string().nullable(),
  organizationId: z.string(),
  personId: z.string(),
  personName: z.string().nullable(),
  scopes: scopesColumn,
  // SQLite stores dates as text.
  createdAt: z.coerce.date(),
});

/** A connected agent with the names of the agent and its person. */
export type ListedAgent = z.infer<typeof rowSchema>;

/** Selects a page of the agents of a person or an organization. */
export type AgentQuery = (
  | { readonly personId: string; readonly organizationId?: undefined }
  | { readonly organizationId: string }
) & {
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
};

/** Lists connected agents by ID. */
export async function listAgents<Tables>(
  database: Kysely<Tables>,
  query: AgentQuery,
): Promise<{ readonly items: readonly ListedAgent[]; readonly next?: string | undefined }> {
  const owned =
    query.organizationId === undefined
      ? sql`c."userId" = ${query.personId}`
      : sql`c."referenceId" = ${query.organizationId}`;
  const { rows } = await sql`select c.id, c."clientId", c."referenceId" as "organizationId",
      c."userId" as "personId", c.scopes, c."createdAt", a.name as "clientName", p.name as "personName"
    from ${sql.table(agentTables.oauthConsent.modelName)} c
    join ${sql.table(agentTables.oauthClient.modelName)} a on a."clientId" = c."clientId"
    left join ${sql.table("auth_users")} p on p.id = c."userId"
    where ${owned} and c.id > ${query.cursor ?? ""}
    order by c.id limit ${pageSize + 1}`.execute(database);
  const items = z.array(rowSchema).parse(rows.slice(0, pageSize));
  return { items, next: rows.length > pageSize ? items.at(-1)?.id : undefined };
}
