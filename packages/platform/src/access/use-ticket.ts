import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";

// The clocks of several servers differ: a ticket is remembered for longer than any of them takes it.
const keptMilliseconds = 3600 * 1000;

/** Notes that a ticket was used. @returns whether nobody had used it before, in this process or another */
export async function useTicket(
  db: Kysely<Tables>,
  ticket: { readonly id: string; readonly expiresAt: number },
  now: number,
): Promise<boolean> {
  await db
    .deleteFrom("used_tickets")
    .where("expires_at", "<", now - keptMilliseconds)
    .execute();
  const noted = await db
    .insertInto("used_tickets")
    .values({ id: ticket.id, expires_at: ticket.expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}
