import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The databases, whichever they are. */
export interface Databases {
  readonly db: Kysely<Tables>;
  readonly deliveries: DeliveryStore;
  readonly close: () => Promise<void>;
}
