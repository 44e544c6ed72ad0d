import type { Endpoint } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import type { SecretBox } from "./secret-box.ts";
import type { PlatformStorage } from "./storage.ts";
import type { StoredProduct } from "./migrate.ts";
import { listEncryptedTables } from "./organization-rows.ts";
import type { Tables } from "./tables.ts";

/** A column of encrypted values, and the key columns of its table. */
interface EncryptedColumn {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
}

/** Returns all encrypted columns of the platform and its product. The delivery engine encrypts its endpoints itself. */
export function listEncryptedColumns(product?: Pick<StoredProduct, "tables">): readonly EncryptedColumn[] {
  return listEncryptedTables(product).flatMap(({ table, key, encrypted }) =>
    encrypted.map((column) => ({ table, key, column })),
  );
}

const pageSize = 500;

/**
 * Decrypts all encrypted values of a storage.
 *
 * @returns the number of values, and the locations of those that can't be decrypted, such as
 *   `installations.configuration`
 * @example
 * import { checkEncryption, createSecretBox } from "@plugboard/platform";
 * import { openSqliteStorage } from "@plugboard/platform/sqlite";
 * import { randomBytes } from "node:crypto";
 *
 * const secretBox = createSecretBox(randomBytes(32));
 * const storage = await openSqliteStorage({ folder: ":memory:", secretBox });
 * console.log(await checkEncryption(storage, secretBox)); // { encrypted: 0, broken: [] }
 * await storage.close();
 */
export async function checkEncryption(
  storage: PlatformStorage,
  box: SecretBox,
): Promise<{ readonly encrypted: number; readonly broken: readonly string[] }> {
  const broken = new Set<string>();
  let encrypted = 0;
  for (const each of listEncryptedColumns(storage.storedProduct)) {
    await visitEncrypted(storage.database, each, async (_key, value) => {
      encrypted += 1;
      if (!opens(box, value)) broken.add(`${each.table}.${each.column}`);
    });
  }
  try {
    await visitEndpoints(storage, async () => {
      encrypted += 1;
    });
  } catch {
    broken.add("endpoints of the delivery engine");
  }
  return { encrypted, broken: [...broken] };
}

/**
 * Re-encrypts all values of a storage with the secret box's current key. Other processes can use the storage in the
 * meantime: their writes must use the same key, or need another call afterwards.
 *
 * @returns the number of re-encrypted values
 * @throws PlatformError `decryption_failed` if a value can't be decrypted
 * @example
 * import { createSecretBox, reencryptAll } from "@plugboard/platform";
 * import { openSqliteStorage } from "@plugboard/platform/sqlite";
 * import { randomBytes } from "node:crypto";
 *
 * const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
 * const secretBox = createSecretBox({ current: () => [newKey, oldKey] });
 * const storage = await openSqliteStorage({ folder: ":memory:", secretBox });
 * console.log(await reencryptAll(storage, secretBox));
 * await storage.close();
 */
export async function reencryptAll(storage: PlatformStorage, box: SecretBox): Promise<number> {
  const { database, deliveryStore } = storage;
  let count = 0;
  for (const each of listEncryptedColumns(storage.storedProduct)) {
    await visitEncrypted(database, each, async (key, value) => {
      const again = box.encrypt(box.decrypt(value));
      await sql`update ${sql.table(each.table)} set ${sql.ref(each.column)} = ${again}
        where ${key} and ${sql.ref(each.column)} = ${value}`.execute(database);
      count += 1;
    });
  }
  await visitEndpoints(storage, async ({ id }) => {
    await deliveryStore.updateEndpoint(id, {});
    count += 1;
  });
  return count;
}

async function visitEncrypted(
  database: Kysely<Tables>,
  { table, key, column }: EncryptedColumn,
  visit: (key: ReturnType<typeof sql>, value: string) => Promise<void>,
): Promise<void> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<
      Readonly<Record<string, unknown>>
    >`select ${keys}, ${sql.ref(column)} as encrypted_text
      from ${sql.table(table)} where ${after} and ${sql.ref(column)} is not null order by ${keys} limit ${pageSize}`.execute(
      database,
    );
    for (const row of rows) {
      const same = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      );
      await visit(same, String(row["encrypted_text"]));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = sql`(${keys}) > (${sql.join(key.map((name) => last[name]))})`;
  }
}

async function visitEndpoints(
  { deliveryStore }: PlatformStorage,
  visit: (endpoint: Endpoint) => Promise<void>,
): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const page = await deliveryStore.listEndpoints({ cursor, limit: pageSize });
    for (const endpoint of page.items) await visit(endpoint);
    ({ cursor } = page);
    if (cursor === undefined) return;
  }
}

function opens(box: SecretBox, value: string): boolean {
  try {
    box.decrypt(value);
    return true;
  } catch {
    return false;
  }
}
