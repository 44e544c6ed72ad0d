import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { deliverySchemaOf } from "@plugboard/platform/postgres";
import { Client, escapeIdentifier } from "pg";
import * as z from "zod";
import { ServerError } from "../settings/server-error.ts";
import { openStorage, type StorageLocation } from "../storage/open-storage.ts";

/**
 * A table's header line in a dump, followed by a line for each row. The schema is always `public` or
 * `webhooks`, so that a dump can be restored into other schemas.
 */
const tableSchema = z.object({ schema: z.string(), table: z.string() });

type TableName = z.infer<typeof tableSchema>;

/** The limits of a batch, which is held in memory. A larger row is a batch of its own. */
const maxBatchRows = 500;
const maxBatchCharacters = 8 * 1024 * 1024;
const ownTables = `select table_schema as schema, table_name as table from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema = any ($1) order by 1, 2`;

/** The schemas of the server's tables: its own and the delivery engine's. */
type Schemas = readonly { readonly schema: string; readonly dumpedAs: string }[];

// With this setting, row policies show all organizations.
const seeEverything = "select set_config('plugboard.organizations', '*', false)";

/** Writes a consistent snapshot of all tables into a file. */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(seeEverything);
    await client.query("begin isolation level repeatable read, read only");
    await pipeline(Readable.from(linesOf(client)), createGzip(), createWriteStream(file, { mode: 0o600 }));
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function* linesOf(client: Client): AsyncGenerator<string> {
  const schemas = await findSchemas(client);
  for (const table of await listTables(client, schemas)) {
    const dumpedAs = schemas.find(({ schema }) => schema === table.schema)?.dumpedAs;
    yield `${JSON.stringify({ ...table, schema: dumpedAs })}\n`;
    const batchRows = await countBatchRows(client, table);
    await client.query(
      `declare rows_of_table no scroll cursor for select row_to_json(t)::text as row from ${nameOf(table)} t`,
    );
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from rows_of_table`);
      if (rows.length === 0) break;
      // One row per line, because PostgreSQL's JSON contains no raw line breaks.
      yield rows.map(({ row }) => `${row.replaceAll("\n", " ")}\n`).join("");
    }
    await client.query("close rows_of_table");
  }
}

/** Returns how many rows of a table fit into a batch, going by its largest row. */
async function countBatchRows(client: Client, table: TableName): Promise<number> {
  // JSON contains binary columns as hexadecimal digits.
  const { rows: columns } = await client.query<{ size: string }>(
    `select format('coalesce(octet_length(%I), 0) * %s', column_name,
       case data_type when 'bytea' then 2 else 1 end) as size
     from information_schema.columns
     where table_schema = $1 and table_name = $2 and data_type in ('bytea', 'text', 'character varying')`,
    [table.schema, table.table],
  );
  if (columns.length === 0) return maxBatchRows;
  // PostgreSQL stores these lengths, so it doesn't read the values.
  const { rows } = await client.query<{ size: number | null }>(
    `select max(${columns.map(({ size }) => size).join(" + ")}) as size from ${nameOf(table)}`,
  );
  const fitting = Math.floor(maxBatchCharacters / Math.max(1, rows[0]?.size ?? 1));
  return Math.min(Math.max(fitting, 1), maxBatchRows);
}

async function findSchemas(client: Client): Promise<Schemas> {
  const { rows } = await client.query<{ schema: string | null }>("select current_schema() as schema");
  const schema = rows[0]?.schema ?? "public";
  return [
    { schema, dumpedAs: "public" },
    { schema: deliverySchemaOf(schema), dumpedAs: deliverySchemaOf("public") },
  ];
}

async function listTables(client: Client, schemas: Schemas): Promise<TableName[]> {
  const { rows } = await client.query(ownTables, [schemas.map(({ schema }) => schema)]);
  return z.array(tableSchema).parse(rows);
}

/** Returns the start of an `alter constraint` statement for each foreign key. */
async function listReferences(client: Client, schemas: Schemas): Promise<readonly string[]> {
  const { rows } = await client.query<TableName & { name: string }>(
    `select table_schema as schema, table_name as table, constraint_name as name
     from information_schema.table_constraints
     where constraint_type = 'FOREIGN KEY' and table_schema = any ($1)`,
    [schemas.map(({ schema }) => schema)],
  );
  return rows.map(
    ({ name, ...table }) => `alter table ${nameOf(table)} alter constraint ${escapeIdentifier(name)}`,
  );
}

function nameOf({ schema, table }: TableName): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
}

/**
 * Creates and fills the tables in an empty database in one transaction. @throws ServerError if it is not
 * empty
 */
export async function restorePostgres(
  location: StorageLocation & { readonly databaseUrl: string },
  file: string,
): Promise<void> {
  const client = new Client(location.databaseUrl);
  await client.connect();
  try {
    const schemas = await findSchemas(client);
    if ((await listTables(client, schemas)).length > 0)
      throw new ServerError(
        "data_in_use",
        "DATABASE_URL: the database already has tables. Use an empty one.",
      );
    await createTables(location);
    const tables = await listTables(client, schemas);
    await client.query(seeEverything);
    await client.query("begin");
    await client.query(`truncate ${tables.map(nameOf).join(", ")}`);
    const references = await listReferences(client, schemas);
    // Rows come table by table, some before the rows that they refer to.
    for (const reference of references) await client.query(`${reference} deferrable initially deferred`);
    for await (const { table, rows } of readBatches(file)) {
      const schema = schemas.find(({ dumpedAs }) => dumpedAs === table.schema)?.schema ?? table.schema;
      await insertRows(client, tables, { ...table, schema }, rows);
    }
    await client.query("set constraints all immediate");
    for (const reference of references) await client.query(`${reference} not deferrable`);
    for (const table of tables) await continueCounters(client, table);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function createTables(location: StorageLocation): Promise<void> {
  const storage = await openStorage(location, () => {});
  try {
    const { createAccountTables } = await import("../people/create-account-tables.ts");
    await createAccountTables(storage.database, "postgres");
  } finally {
    await storage.close();
  }
}

async function* readBatches(
  file: string,
): AsyncGenerator<{ readonly table: TableName; readonly rows: readonly string[] }> {
  let table: TableName | undefined;
  let rows: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const next = line.startsWith('{"schema":')
      ? tableSchema.strict().safeParse(JSON.parse(line)).data
      : undefined;
    const isFull = rows.length >= maxBatchRows || characters + line.length > maxBatchCharacters;
    if (table !== undefined && rows.length > 0 && (next !== undefined || isFull)) {
      yield { table, rows };
      rows = [];
      characters = 0;
    }
    if (next === undefined) {
      rows.push(line);
      characters += line.length;
    }
    table = next ?? table;
  }
  if (table !== undefined && rows.length > 0) yield { table, rows };
}

async function insertRows(
  client: Client,
  tables: readonly TableName[],
  table: TableName,
  rows: readonly string[],
): Promise<void> {
  const name = nameOf(table);
  if (!tables.some((each) => nameOf(each) === name)) {
    throw new ServerError(
      "data_too_new",
      `The backup contains the table ${name}, which this version does not support. Restore it with the version that created it.`,
    );
  }
  const columns = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position`,
    [table.schema, table.table],
  );
  const list = columns.rows.map((column) => escapeIdentifier(column.name)).join(", ");
  await client.query(
    `insert into ${name} (${list}) overriding system value
     select ${list} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${rows.join(",")}]`],
  );
}

/** Advances a table's sequences past its rows. */
async function continueCounters(client: Client, table: TableName): Promise<void> {
  const name = nameOf(table);
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select column_name as column, pg_get_serial_sequence($1, column_name) as sequence
     from information_schema.columns where table_schema = $2 and table_name = $3
     and pg_get_serial_sequence($1, column_name) is not null`,
    [name, table.schema, table.table],
  );
  for (const { column, sequence } of rows) {
    await client.query(
      `select setval($1, coalesce((select max(${escapeIdentifier(column)}) from ${name}), 0) + 1, false)`,
      [sequence],
    );
  }
}
