import { type Insertable, type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import { inStatements } from "../database/in-statements.ts";
import { planQuery } from "../database/plan-query.ts";
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

/**
 * Inserts rows of `toEventInsert`, except those with the id of an existing event. Up to 200 rows take a single
 * statement, which needs no transaction; on PostgreSQL, one for each table in `organization`.
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { insertEvents, toEventInsert } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const event = { type: "installation_deleted", fields: {}, installationId: "ins_1" } as const;
 * await insertEvents(platform.db, [toEventInsert(event, platform.now())]);
 */
export async function insertEvents(db: Kysely<Tables>, rows: readonly EventInsert[]): Promise<void> {
  for (const [values, table] of toStatements(db, rows, 0)) await insert(db, values, table);
}

/** Inserts events like {@link insertEvents} with a lease, and returns them. */
export async function insertLeasedRows(
  db: Kysely<Tables>,
  rows: readonly EventInsert[],
  leasedUntil: number,
): Promise<EventRow[]> {
  const leased: EventRow[] = [];
  for (const [values, table] of toStatements(db, rows, leasedUntil))
    leased.push(...(await insertReturning(db, values, table)));
  return leased;
}

/** Returns the values of each statement, and the table that has the organizations of its events. */
function toStatements(
  db: Kysely<Tables>,
  rows: readonly EventInsert[],
  leasedUntil: number,
): (readonly [EventValues, string | undefined])[] {
  const toGiven = isPostgres(db) ? toArrays : toJson;
  return [...Map.groupBy(rows, ({ organization_id: source }) => tableOf(source))].flatMap(
    ([table, ofTable]) =>
      inStatements(ofTable).map((some) => [{ ...toGiven(some), leasedUntil }, table] as const),
  );
}

function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

function tableOf(source: string | OrganizationOfRow): string | undefined {
  return typeof source === "string" ? undefined : source.table;
}

function idOf(source: string | OrganizationOfRow): string {
  return typeof source === "string" ? source : source.id;
}

/** The columns that are copied, in the order of the statement. */
const copied = {
  id: "text",
  type: "text",
  installation_id: "text",
  resource_kind: "text",
  subject_id: "text",
  payload: "text",
  due_at: "bigint",
  expires_at: "bigint",
  created_at: "bigint",
  traceparent: "text",
} as const satisfies Partial<Record<keyof EventInsert, "text" | "bigint">>;

/** Also the resource, if it isn't the organization, and the row that has the organization. */
const given = { ...copied, resource_id: "text", source: "text" } as const;

// `Object.keys` forgets the names.
const copiedNames = Object.keys(copied) as (keyof typeof copied)[];
const givenNames = Object.keys(given) as (keyof typeof given)[];

/** An array for each column (PostgreSQL), or one JSON list of all rows (SQLite), and the end of their lease. */
type EventValues = Readonly<Record<string, unknown>>;

function toGivenRow({
  organization_id: source,
  ...row
}: EventInsert): Partial<Record<keyof typeof given, unknown>> {
  const { subject_id, expires_at, traceparent, resource_id } = row;
  return { ...row, subject_id, expires_at, traceparent, resource_id, source: idOf(source) };
}

function toJson(rows: readonly EventInsert[]): EventValues {
  return { rows: JSON.stringify(rows.map(toGivenRow)) };
}

function toArrays(rows: readonly EventInsert[]): EventValues {
  const givenRows = rows.map(toGivenRow);
  return {
    ...Object.fromEntries(givenNames.map((name) => [name, givenRows.map((row) => row[name])])),
    // One string, because quoting each item of an array is slow. JSON contains no line breaks.
    payload: rows.map(({ payload }) => payload).join("\n"),
  };
}

/** Selects the given rows. The subqueries hide the lengths of the arrays from PostgreSQL's planner. */
function selectGiven(db: Kysely<Tables>, values: EventValues): RawBuilder<unknown> {
  if (!isPostgres(db)) {
    const columns = givenNames.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
    return sql`(select ${sql.join(columns)} from json_each(${values["rows"]})) as given`;
  }
  const arrays = givenNames.map((name) =>
    name === "payload"
      ? sql`(select string_to_array(${values[name]}, E'\\n'))`
      : sql`(select ${values[name]}::${sql.raw(given[name])}[])`,
  );
  const names = sql.join(givenNames.map((name) => sql.ref(name)));
  return sql`unnest(${sql.join(arrays)}) as given (${names})`;
}

/** Inserts any number of events with the same text, which both databases plan once. */
function buildInsert(db: Kysely<Tables>, values: EventValues, table?: string) {
  const owner =
    table === undefined
      ? sql`given.source`
      : sql`(select organization_id from ${sql.table(table)} where id = given.source)`;
  const columns = sql.join(copiedNames.map((name) => sql.ref(name)));
  return (
    db
      .insertInto("events")
      .columns([...copiedNames, "resource_id", "organization_id", "leased_until"])
      // Without `where`, SQLite would read `on conflict` as the condition of a join.
      .expression(
        sql`select ${columns}, coalesce(resource_id, owner), owner, cast(${values["leasedUntil"]} as bigint)
        from (select ${columns}, resource_id, ${owner} as owner from ${selectGiven(db, values)}) as event where true`,
      )
      .onConflict((conflict) => conflict.column("id").doNothing())
  );
}

const insert = planQuery(buildInsert);
const insertReturning = planQuery((db: Kysely<Tables>, values: EventValues, table?: string) =>
  buildInsert(db, values, table).returning(eventColumns),
);
