import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import * as z from "zod";

const folder = join(import.meta.dirname, "first-release");

/** What an earlier release said of its data before it stopped. */
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

const databaseSchema = z.object({
  statements: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  sequences: z.array(
    z.object({ schemaname: z.string(), sequencename: z.string(), last_value: z.coerce.number() }),
  ),
});

/** What the release said of its data. */
export async function readExpected(store: "sqlite" | "postgres"): Promise<z.infer<typeof expectedSchema>> {
  return expectedSchema.parse(JSON.parse(await readFile(join(folder, store, "expected.json"), "utf8")));
}

/** Copies the data folder of a release on SQLite. */
export async function restoreSqlite(dataDir: string): Promise<void> {
  for (const file of ["platform.db", "delivery.db", "master.key"])
    await cp(join(folder, "sqlite", file), join(dataDir, file));
}

/** Fills an empty database with what a release had on PostgreSQL, and the data folder with its key. */
export async function restorePostgres(databaseUrl: string, dataDir: string): Promise<void> {
  await cp(join(folder, "postgres", "master.key"), join(dataDir, "master.key"));
  const { statements, tables, sequences } = databaseSchema.parse(
    JSON.parse(await readFile(join(folder, "postgres", "database.json"), "utf8")),
  );
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    for (const [table, rows] of Object.entries(tables)) {
      // The first migrations wrote nothing but their own names, which are among the rows.
      await client.query(`DELETE FROM ${table}`);
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const { schemaname, sequencename, last_value } of sequences)
      await client.query("SELECT setval($1, $2)", [`${schemaname}.${sequencename}`, last_value]);
  } finally {
    await client.end();
  }
}
