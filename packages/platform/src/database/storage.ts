import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** An open storage: the platform's own tables and those of the delivery engine, up to date. */
export interface PlatformStorage {
  readonly database: Kysely<Tables>;
  readonly deliveryStore: DeliveryStore;
  /** Overwrites what was deleted, where the database leaves it in its files. Takes as long as copying them. */
  readonly compact?: (() => Promise<void>) | undefined;
  readonly close: () => Promise<void>;
}
