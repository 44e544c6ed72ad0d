import { type Insertable, type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import { inStatements } from "../database/in-statements.ts";
import type { EventRow, EventTable, Tables } from "../database/tables.ts";
import { eventColumns } from "./event-columns.ts";

/** The organization of a row of another table, such as a site. Inserting fails if there is no such row. */
export interface OrganizationOfRow {
  readonly table: string;
  readonly id: string;
}

type OptionalColumn = "expires_at" | "subject_id" | "traceparent";

/** An event to insert, which is due once and has no ordering key. */
export type EventInsert = Pick<
  Insertable<EventTable>,
  "id" | "type" | "installation_id" | "resource_kind" | "payload" | "due_at" | "created_at" | OptionalColumn
> & {
  readonly organization_id: string | OrganizationOfRow;
  /** `undefined` for the organization. */
  readonly resource_id: string | undefined;
};

/** Inserts events, at most 200 per statement, except those with the id of an existing event. */
export async function insertEventRows(db: Kysely<Tables>, rows: readonly EventInsert[]): Promise<void> {
  for (const statement of toStatements(db, rows, 0)) await statement.execute();
}

/** Inserts events like {@link insertEventRows} with a lease, and returns them. */
export async function insertLeasedRows(
  db: Kysely<Tables>,
  rows: readonly EventInsert[],
  leasedUntil: number,
): Promise<EventRow[]> {
  const leased: EventRow[] = [];
  for (const statement of toStatements(db, rows, leasedUntil))
    leased.push(...(await statement.returning(eventColumns).execute()));
  return leased;
}

function toStatements(db: Kysely<Tables>, rows: readonly EventInsert[], leasedUntil: number) {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    return inStatements(rows).map((some) => insertValues(db, some, leasedUntil));
  return [...Map.groupBy(rows, ({ organization_id: source }) => tableOf(source))].flatMap(
    ([table, ofTable]) => inStatements(ofTable).map((some) => insertArrays(db, table, some, leasedUntil)),
  );
}

function tableOf(source: string | OrganizationOfRow): string | undefined {
  return typeof source === "string" ? undefined : source.table;
}

function idOf(source: string | OrganizationOfRow): string {
  return typeof source === "string" ? source : source.id;
}

function insertValues(db: Kysely<Tables>, rows: readonly EventInsert[], leasedUntil: number) {
  const values = rows.map((row) => {
    const { organization_id: source, resource_id: resourceId } = row;
    const table = tableOf(source);
    const organization = table === undefined ? idOf(source) : selectOrganization(table, sql`${idOf(source)}`);
    return {
      ...row,
      organization_id: organization,
      resource_id: resourceId ?? organization,
      fanned_out_at: null,
      leased_until: leasedUntil,
    };
  });
  return db
    .insertInto("events")
    .values(values)
    .onConflict((conflict) => conflict.column("id").doNothing());
}

function selectOrganization(table: string, id: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select organization_id from ${sql.table(table)} where id = ${id})`;
}

/**
 * Inserts events from arrays. The text is the same for any number of events, so that PostgreSQL plans it once. The
 * subqueries hide the lengths of the arrays from the planner, which would plan it each time.
 */
function insertArrays(
  db: Kysely<Tables>,
  table: string | undefined,
  rows: readonly EventInsert[],
  leasedUntil: number,
) {
  const organization =
    table === undefined ? sql<string>`given.source` : selectOrganization(table, sql`given.source`);
  const texts = (values: readonly (string | null | undefined)[]) => sql`(select ${values}::text[])`;
  const numbers = (values: readonly (number | null | undefined)[]) => sql`(select ${values}::bigint[])`;
  const copied: readonly (readonly [keyof EventTable, RawBuilder<unknown>])[] = [
    ["id", texts(rows.map(({ id }) => id))],
    ["type", texts(rows.map(({ type }) => type))],
    ["installation_id", texts(rows.map((row) => row.installation_id))],
    ["resource_kind", texts(rows.map((row) => row.resource_kind))],
    ["subject_id", texts(rows.map((row) => row.subject_id))],
    // One string, because quoting each item of an array is slow. JSON contains no line breaks.
    ["payload", sql`(select string_to_array(${rows.map(({ payload }) => payload).join("\n")}, E'\\n'))`],
    ["due_at", numbers(rows.map((row) => row.due_at))],
    ["expires_at", numbers(rows.map((row) => row.expires_at))],
    ["created_at", numbers(rows.map((row) => row.created_at))],
    ["traceparent", texts(rows.map((row) => row.traceparent))],
  ];
  const names = copied.map(([name]) => name);
  const copiedColumns = sql.join(names.map((name) => sql.ref(name)));
  const arrays = [
    ...copied.map(([, array]) => array),
    texts(rows.map((row) => row.resource_id)),
    texts(rows.map((row) => idOf(row.organization_id))),
  ];
  return db
    .insertInto("events")
    .columns([...names, "resource_id", "organization_id", "leased_until"])
    .expression(
      sql`select ${copiedColumns}, coalesce(resource_id, owner), owner, ${leasedUntil}::bigint
        from (select ${copiedColumns}, resource_id, ${organization} as owner
          from unnest(${sql.join(arrays)}) as given (${copiedColumns}, resource_id, source)) as event`,
    )
    .onConflict((conflict) => conflict.column("id").doNothing());
}
