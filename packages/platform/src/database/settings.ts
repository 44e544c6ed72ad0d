import type { Kysely } from "kysely";
import type { SecretBox } from "./secret-box.ts";
import type { Tables } from "./tables.ts";

/** The server's own sealed values: keys and hashes it makes once and every replica shares. */
export interface Settings {
  /** The stored value, or the one `create` makes when there is none. Two servers that start at once agree. */
  readonly getOrCreate: (name: string, create: () => Promise<string>) => Promise<string>;
  readonly put: (name: string, value: string) => Promise<void>;
  /**
   * Replaces a stored value by what `change` makes of it, which is asked again where another server was quicker. There must
   * be a value.
   */
  readonly update: (name: string, change: (value: string) => string) => Promise<string>;
  readonly get: (name: string) => Promise<string | undefined>;
}

/**
 * Opens the settings that a platform keeps sealed in its database.
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
    return row === undefined ? undefined : box.open(row.value);
  };
  return {
    get,
    put: async (name, value) => {
      const sealed = box.seal(value);
      await db
        .insertInto("settings")
        .values({ name, value: sealed })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: sealed }))
        .execute();
    },
    update: async (name, change) => {
      for (;;) {
        const { value } = await db
          .selectFrom("settings")
          .select("value")
          .where("name", "=", name)
          .executeTakeFirstOrThrow();
        const next = change(box.open(value));
        // What is sealed is never the same twice, so an unchanged text means that nobody else wrote in between.
        const { numUpdatedRows } = await db
          .updateTable("settings")
          .set({ value: box.seal(next) })
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
        .values({ name, value: box.seal(made) })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return (await get(name)) ?? made;
    },
  };
}
