import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@plugboard/test-postgres";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openPostgresStorage } from "./open-postgres-storage.ts";
import { createSecretBox } from "./secret-box.ts";

describe("openPostgresStorage", () => {
  it("outlives connections that end while a transaction uses them", async () => {
    const errors: unknown[] = [];
    const storage = await openPostgresStorage({
      connectionString: await createTestDatabase(),
      secretBox: createSecretBox(randomBytes(32)),
      onError: (error) => errors.push(error),
    });
    const { database } = storage;
    const terminated = database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database);
      // The connection breaks here, between two queries, and nobody but the driver sees it.
      await expect.poll(() => errors.length).toBeGreaterThan(0);
      await sql`select 1`.execute(transaction);
    });
    await expect(terminated).rejects.toThrow(/not queryable|terminat/i);
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    await storage.close();
  });
});
