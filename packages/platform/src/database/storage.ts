import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** An open storage: the platform's own tables and those of the delivery engine, up to date. */
export interface PlatformStorage {
  readonly database: Kysely<Tables>;
  readonly deliveryStore: DeliveryStore;
  readonly close: () => Promise<void>;
}
