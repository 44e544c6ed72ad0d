import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { lockMigrations } from "./migration-lock.ts";
import type { ListedTable } from "./organization-rows.ts";
import { everyOrganization, scopeSetting } from "./organization-scope.ts";
import type { Tables } from "./tables.ts";

const setting = sql`(select current_setting(${sql.lit(scopeSetting)}, true))`;
const organizations = sql`string_to_array(${setting}, ',')`;

const namePrefix = "organizations_";
const isOwn = (policy: string): boolean => policy.startsWith(namePrefix);

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
  if ((await listMissing(db, hidden)).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    await createRowPolicies(transaction, hidden);
  });
}

/** Creates missing and changed policies like {@link applyRowPolicies}, in a transaction with the migration lock. */
export async function createRowPolicies(
  transaction: Transaction<Tables>,
  hidden: readonly ListedTable[],
): Promise<void> {
  for (const policies of await listMissing(transaction, hidden)) await replacePolicies(transaction, policies);
}

/** Removes the policies of tables, whose rows are then visible to all organizations. */
export async function removeRowPolicies(
  transaction: Transaction<Tables>,
  isRemoved: (table: string) => boolean,
): Promise<void> {
  const own = (await listExisting(transaction)).filter(({ table, name }) => isOwn(name) && isRemoved(table));
  for (const { table, name } of own)
    await sql`drop policy ${sql.id(name)} on ${sql.table(table)}`.execute(transaction);
  for (const table of new Set(own.map((policy) => policy.table)))
    await sql`alter table ${sql.table(table)} no force row level security, disable row level security`.execute(
      transaction,
    );
}

interface ExistingPolicy {
  readonly table: string;
  readonly name: string;
}

async function listExisting(db: Kysely<Tables>): Promise<readonly ExistingPolicy[]> {
  const policies = sql<ExistingPolicy>`
    select tablename as table, policyname as name from pg_policies where schemaname = current_schema()`;
  return (await policies.execute(db)).rows;
}

async function listMissing(db: Kysely<Tables>, hidden: readonly ListedTable[]): Promise<RowPolicies[]> {
  const existing = new Set((await listExisting(db)).map(({ table, name }) => `${table} ${name}`));
  return listPolicies(db, hidden).filter(({ table, name }) => !existing.has(`${table} ${name}_rows`));
}

function listPolicies(db: Kysely<Tables>, hidden: readonly ListedTable[]): RowPolicies[] {
  return hidden.map(({ table, owners }) => {
    const visible = sql<boolean>`${setting} = ${sql.lit(everyOrganization)} or ${sql.join(
      owners.map((column) => sql`${sql.ref(column)} = any(${organizations})`),
      sql` or `,
    )}`;
    const digest = createHash("sha256").update(visible.compile(db).sql).digest("hex").slice(0, 8);
    return { table, name: `${namePrefix}${digest}`, visible };
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
