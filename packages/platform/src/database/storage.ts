import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

declare const keepsOrganizationsApart: unique symbol;

/**
 * A database each of whose statements sees and changes what belongs to the organizations of the work around it, and nothing
 * else, whatever the statement forgets to say. Only `openSqliteStorage` and `openPostgresStorage` make one.
 */
export type ScopedDatabase = Kysely<Tables> & { readonly [keepsOrganizationsApart]: true };

/** An open storage: the platform's own tables and those of the delivery engine, up to date. */
export interface PlatformStorage {
  readonly database: ScopedDatabase;
  readonly deliveryStore: DeliveryStore;
  /** Whether work has to say which organizations it is for, or why for all. */
  readonly requiresScope: boolean;
  /** Empties the write-ahead logs, which keep deleted data until they are overwritten. */
  readonly compact?: (() => Promise<void>) | undefined;
  readonly close: () => Promise<void>;
}
