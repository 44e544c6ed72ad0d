import type { Kysely } from "kysely";
import type { ContentTables } from "./content-tables.ts";

/**
 * Returns the platform's connection with types that also list the tables of this product.
 *
 * @example
 * import { tablesOf } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const spaces = await tablesOf(platform.db).selectFrom("spaces").select("title").execute();
 * console.log(spaces.length);
 */
export function tablesOf<Listed>(db: Kysely<Listed>): Kysely<ContentTables> {
  // The same connection. Only the types differ.
  return db as unknown as Kysely<ContentTables>;
}
