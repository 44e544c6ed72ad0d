import type { Tables } from "@plugboard/platform";
import type { Kysely, Transaction } from "kysely";

/** A connection to read with. */
export interface ReadContext {
  readonly db: Kysely<Tables> | Transaction<Tables>;
}
