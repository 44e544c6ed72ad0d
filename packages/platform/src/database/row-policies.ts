import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { lockMigrations } from "./migration-lock.ts";
import type { ListedTable } from "./organization-rows.ts";
import { everyOrganization, scopeSetting } from "./organization-scope.ts";
import type { Tables } from "./tables.ts";

const setting = sql`(select current_setting(${sql.lit(scopeSetting)}, true))`;
const organizations = sql`string_to_array(${setting}, ',')`;

interface RowPolicies {
  readonly table: string;
  /** The prefix of the policies' names, which depends on their contents. */
  readonly name: string;
  readonly visible: RawBuilder<boolean>;
}

/**
 * Lets PostgreSQL itself isolate organizations: only connections set to a row's organization, or to all
 * organizations, see the row. This includes the owner of the tables, so that no second role is needed, but
 * not superusers and roles with BYPASSRLS.
 */
export async function applyRowPolicies(db: Kysely<Tables>, hidden: readonly ListedTable[]): Promise<void> {
  const wanted = listPolicies(db, hidden);
  const { rows } = await sql<{ readonly table: string; readonly name: string }>`
    select tablename as table, policyname as name from pg_policies where schemaname = current_schema()`.execute(
    db,
  );
  const known = new Set(rows.map(({ table, name }) => `${table} ${name}`));
  const missing = wanted.filter(({ table, name }) => !known.has(`${table} ${name}_rows`));
  if (missing.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    for (const policies of missing) await replacePolicies(transaction, policies);
  });
}

function listPolicies(db: Kysely<Tables>, hidden: readonly ListedTable[]): RowPolicies[] {
  return hidden.map(({ table, owners }) => {
    const visible = sql<boolean>`${setting} = ${sql.lit(everyOrganization)} or ${sql.join(
      owners.map((column) => sql`${sql.ref(column)} = any(${organizations})`),
      sql` or `,
    )}`;
    const digest = createHash("sha256").update(visible.compile(db).sql).digest("hex").slice(0, 8);
    return { table, name: `organizations_${digest}`, visible };
  });
}

async function replacePolicies(db: Kysely<Tables>, { table, name, visible }: RowPolicies): Promise<void> {
  const { rows } = await sql<{ readonly policyname: string }>`
    select policyname from pg_policies where schemaname = current_schema() and tablename = ${table}`.execute(
    db,
  );
  for (const { policyname } of rows)
    await sql`drop policy ${sql.id(policyname)} on ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
  await sql`alter table ${sql.table(table)} force row level security`.execute(db);
  await sql`create policy ${sql.id(`${name}_rows`)} on ${sql.table(table)} using (${visible})`.execute(db);
  // An entry can be written before its organization is known. Reading it is subject to the same condition as
  // for other rows.
  if (table === "audit_entries")
    await sql`create policy ${sql.id(`${name}_added`)} on ${sql.table(table)} for insert with check (true)`.execute(
      db,
    );
}
