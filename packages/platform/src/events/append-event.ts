import type { RuntimeEventMap, RuntimeEventType } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { createId } from "../common/create-id.ts";

type Fields<Type extends RuntimeEventType> = Omit<
  RuntimeEventMap[Type],
  "eventId" | "installationId" | "type"
>;

/** An event about to be written; fields of the event itself are checked against its type by the compiler. */
export interface NewEvent<Type extends RuntimeEventType> {
  readonly type: Type;
  readonly fields: Fields<Type>;
  /** The one installation it is for; absent when everybody entitled receives it. */
  readonly installationId?: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  /** Milliseconds since 1970; not delivered before. */
  readonly dueAt?: number;
  /** A fresh one when absent. Where there is such an event already, nothing is written. */
  readonly id?: string;
}

/** Writes an event in the transaction of the change that caused it, so that neither exists without the other. */
export async function appendEvent<Type extends RuntimeEventType>(
  transaction: Transaction<Tables>,
  event: NewEvent<Type>,
  now: number,
): Promise<string> {
  const { id = createId("evt", now) } = event;
  await transaction
    .insertInto("events")
    .values({
      id,
      type: event.type,
      installation_id: event.installationId ?? null,
      space_id: event.spaceId ?? null,
      site_id: event.siteId ?? null,
      payload: JSON.stringify(event.fields),
      due_at: event.dueAt ?? now,
      created_at: now,
      fanned_out_at: null,
      leased_until: 0,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return id;
}
