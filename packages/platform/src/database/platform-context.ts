import type { DeliveryStore, WebhookSender } from "@plugboard/webhook-delivery";
import type { Transaction } from "kysely";
import type { ProductData } from "../product/product-data.ts";
import type { SecretBox } from "./secret-box.ts";
import type { UsageMeter } from "../common/usage-meter.ts";
import type { ScopedDatabase } from "./storage.ts";
import type { EventRow, Tables } from "./tables.ts";

/** The dependencies of all platform functions. */
export interface PlatformContext {
  /** The database or a transaction. */
  readonly db: ScopedDatabase | Transaction<Tables>;
  readonly deliveries: DeliveryStore;
  readonly secretBox: SecretBox;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Empties the write-ahead logs, which keep deleted data until they are overwritten. */
  readonly compact: () => Promise<void>;
  /** Checks that webhooks can be sent to a URL or destination. @throws DeliveryError `invalid_endpoint` */
  readonly checkEndpoint: WebhookSender["checkEndpoint"];
  /** Called after a transaction with an event was committed. `leased` are events with a lease of `leaseNewEvents`. */
  readonly onEvent: (leased?: readonly EventRow[]) => void;
  /**
   * Leases events that are about to be written to this process's fan-out, which then need not search for them.
   * Returns their `leased_until`, or 0 if another process must find them.
   */
  readonly leaseNewEvents: (count: number) => number;
  /** Counts the usage of organizations. */
  readonly usage: Pick<UsageMeter, "add">;
  /** The product that integrations are installed in, in addition to spaces and sites. */
  readonly product?: ProductData | undefined;
}
