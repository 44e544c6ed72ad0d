import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import type { StoredProduct } from "./migrate.ts";
import type { Peers } from "./peers.ts";
import type { Tables } from "./tables.ts";

declare const keepsOrganizationsApart: unique symbol;

/**
 * A database whose statements are limited to the organizations of the current scope. Created by
 * `openSqliteStorage` and `openPostgresStorage` only.
 */
export type ScopedDatabase = Kysely<Tables> & { readonly [keepsOrganizationsApart]: true };

/** An open storage with the migrated tables of the platform and the delivery engine. */
export interface PlatformStorage {
  readonly database: ScopedDatabase;
  readonly deliveryStore: DeliveryStore;
  /** Whether queries require a scope. */
  readonly requiresScope: boolean;
  /** The product whose tables it stores. */
  readonly storedProduct?: StoredProduct | undefined;
  /** Empties the write-ahead logs, which keep deleted data until they are overwritten. */
  readonly compact?: (() => Promise<void>) | undefined;
  /** The other processes. `undefined` if there are none, or if their notices can't be received. */
  readonly peers?: Peers | undefined;
  readonly close: () => Promise<void>;
}
