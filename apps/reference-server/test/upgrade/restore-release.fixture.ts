import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import * as z from "zod";

/** The folder of the data set that `record-release.ts` records. */
export const releaseFolder: string = join(import.meta.dirname, "first-release");

/** The recorded server's responses before it stopped. */
export const expectedSchema = z.object({
  adminToken: z.string(),
  organization: z.string(),
  space: z.string(),
  site: z.string(),
  page: z.object({ pageId: z.string(), revisionId: z.string(), title: z.string(), markdown: z.string() }),
  installation: z.string(),
  endpoint: z.looseObject({ id: z.string(), url: z.string() }),
  paused: z.looseObject({ id: z.string() }),
  secrets: z.object({ secrets: z.array(z.looseObject({ secret: z.string() })) }),
  deliveries: z.array(z.looseObject({ id: z.string(), eventId: z.string(), status: z.string() })),
  events: z.array(
    z.looseObject({ id: z.string(), type: z.string(), payload: z.record(z.string(), z.unknown()) }),
  ),
});

export const databaseSchema = z.object({
  statements: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  sequences: z.array(
    z.object({ schemaname: z.string(), sequencename: z.string(), last_value: z.coerce.number() }),
  ),
});

/** Reads the recorded server's responses. */
export async function readExpected(store: "sqlite" | "postgres"): Promise<z.infer<typeof expectedSchema>> {
  return expectedSchema.parse(
    JSON.parse(await readFile(join(releaseFolder, store, "expected.json"), "utf8")),
  );
}

/** Copies the data folder of a release on SQLite. */
export async function restoreSqlite(dataDir: string): Promise<void> {
  for (const file of ["platform.db", "delivery.db", "master.key"])
    await cp(join(releaseFolder, "sqlite", file), join(dataDir, file));
}

/** Fills an empty database with the recorded tables, and the data folder with their key. */
export async function restorePostgres(databaseUrl: string, dataDir: string): Promise<void> {
  await cp(join(releaseFolder, "postgres", "master.key"), join(dataDir, "master.key"));
  const { statements, tables, sequences } = databaseSchema.parse(
    JSON.parse(await readFile(join(releaseFolder, "postgres", "database.json"), "utf8")),
  );
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await client.query("SELECT set_config('plugboard.organizations', '*', false)");
    for (const [table, rows] of Object.entries(tables)) {
      // The migrations' own rows are among the recorded ones.
      await client.query(`DELETE FROM ${table}`);
      const { rows: columns } = await client.query<{ readonly list: string }>(
        `SELECT string_agg(quote_ident(attname), ', ') AS list FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      );
      const list = columns[0]?.list;
      await client.query(
        `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const { schemaname, sequencename, last_value } of sequences)
      await client.query("SELECT setval($1, $2)", [`${schemaname}.${sequencename}`, last_value]);
  } finally {
    await client.end();
  }
}
