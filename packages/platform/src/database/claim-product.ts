import type { Kysely } from "kysely";
import { invalidDefinition } from "../common/invalid-definition.ts";
import type { Tables } from "./tables.ts";

/**
 * Records the product that a database is first used with.
 *
 * @throws PlatformError `invalid_definition` if the database was first used with another one
 */
export async function claimProduct(db: Kysely<Tables>, name: string | undefined): Promise<void> {
  if (name !== undefined)
    await db
      .insertInto("stored_product")
      .values({ is_only: 1, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const stored = await db.selectFrom("stored_product").select("name").executeTakeFirst();
  if (stored === undefined || stored.name === name) return;
  throw invalidDefinition(
    name === undefined
      ? `The database belongs to the product ${stored.name}. Pass this product to createPlatform, or use another database.`
      : `The database belongs to the product ${stored.name}, not to ${name}. Use another database for ${name}.`,
  );
}
