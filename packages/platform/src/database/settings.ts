import type { Kysely } from "kysely";
import type { SecretBox } from "./secret-box.ts";
import type { Tables } from "./tables.ts";

/** The server's own encrypted values: keys and hashes that are created once and shared by all replicas. */
export interface Settings {
  /** Returns the stored value, or creates it. Concurrent servers get the same value. */
  readonly getOrCreate: (name: string, create: () => Promise<string>) => Promise<string>;
  readonly put: (name: string, value: string) => Promise<void>;
  /**
   * Replaces an existing value with the result of `change`, which is called again after a concurrent update.
   */
  readonly update: (name: string, change: (value: string) => string) => Promise<string>;
  readonly get: (name: string) => Promise<string | undefined>;
}

/**
 * Opens the encrypted settings of a platform.
 *
 * @example
 * import { createSettings, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const settings = createSettings(platform.db, platform.secretBox);
 * await settings.put("theme", "dark");
 * console.log(await settings.get("theme")); // "dark"
 */
export function createSettings(db: Kysely<Tables>, box: SecretBox): Settings {
  const get = async (name: string): Promise<string | undefined> => {
    const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
    return row === undefined ? undefined : box.decrypt(row.value);
  };
  return {
    get,
    put: async (name, value) => {
      const encrypted = box.encrypt(value);
      await db
        .insertInto("settings")
        .values({ name, value: encrypted })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: encrypted }))
        .execute();
    },
    update: async (name, change) => {
      for (;;) {
        const { value } = await db
          .selectFrom("settings")
          .select("value")
          .where("name", "=", name)
          .executeTakeFirstOrThrow();
        const next = change(box.decrypt(value));
        // Encryption is randomized, so an unchanged text means that there was no other write.
        const { numUpdatedRows } = await db
          .updateTable("settings")
          .set({ value: box.encrypt(next) })
          .where("name", "=", name)
          .where("value", "=", value)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return next;
      }
    },
    getOrCreate: async (name, create) => {
      const known = await get(name);
      if (known !== undefined) return known;
      const made = await create();
      await db
        .insertInto("settings")
        .values({ name, value: box.encrypt(made) })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return (await get(name)) ?? made;
    },
  };
}
