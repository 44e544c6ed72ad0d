import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { setUpFolders } from "../fixtures/set-up-folders.fixture.ts";
import { tablesOf } from "@plugboard/content";
import { openStorage } from "../storage/open-storage.ts";
import { dumpPostgres, restorePostgres } from "./postgres-dump.ts";

/** Returns the size of the largest statement or result of the work on PostgreSQL. */
async function largestTransfer(work: () => Promise<void>): Promise<number> {
  let largest = 0;
  const measure = (value: unknown): void => {
    largest = Math.max(largest, JSON.stringify(value)?.length ?? 0);
  };
  const query: (this: Client, ...values: unknown[]) => unknown = Reflect.get(Client.prototype, "query");
  Reflect.set(Client.prototype, "query", async function (this: Client, ...values: unknown[]) {
    measure(values[1]);
    const result = await query.apply(this, values);
    measure(Object(result).rows);
    return result;
  });
  onTestFinished(() => void Reflect.set(Client.prototype, "query", query));
  await work();
  Reflect.set(Client.prototype, "query", query);
  return largest;
}

const newFolder = setUpFolders();

it("a backup moves images in small batches", async () => {
  const databaseUrl = await createTestDatabase();
  const location = { dataDir: await newFolder(), databaseUrl };
  const storage = await openStorage(location, () => {});
  const organization_id = "org_1";
  const space_id = "spc_1";
  const db = tablesOf(storage.database);
  await db
    .insertInto("organizations")
    .values({ id: organization_id, title: "Acme", subdomain: "acme" })
    .execute();
  await db
    .insertInto("spaces")
    .values({ id: space_id, organization_id, title: "Handbook", visibility: "public" })
    .execute();
  const contents = Array.from({ length: 12 }, () => randomBytes(600 * 1024));
  for (const [index, content] of contents.entries()) {
    const id = `img_${index}`;
    const type = "image/png";
    const values = {
      id,
      organization_id,
      space_id,
      type,
      bytes: content.length,
      created_at: 0,
      content,
    } as const;
    await db.insertInto("images").values(values).execute();
  }
  await storage.close();

  const file = join(location.dataDir, "dump");
  const restored = { dataDir: await newFolder(), databaseUrl: await createTestDatabase() };
  const largest = await largestTransfer(async () => {
    await dumpPostgres(databaseUrl, file);
    await restorePostgres(restored, file);
  });
  expect(largest).toBeLessThan(10 * 1024 * 1024);
  const client = new Client(restored.databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("set plugboard.organizations = '*'");
  for (const [index, content] of contents.entries()) {
    const { rows } = await client.query("select content from images where id = $1", [`img_${index}`]);
    expect(content.equals(rows[0].content)).toBe(true);
  }
});
