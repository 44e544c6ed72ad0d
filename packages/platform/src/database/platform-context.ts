import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Transaction } from "kysely";
import type { SecretBox } from "./secret-box.ts";
import type { ScopedDatabase } from "./storage.ts";
import type { Tables } from "./tables.ts";

/** What every operation of the platform works with. */
export interface PlatformContext {
  /** Or a transaction of it. */
  readonly db: ScopedDatabase | Transaction<Tables>;
  readonly deliveries: DeliveryStore;
  readonly secretBox: SecretBox;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Empties the write-ahead logs, which keep deleted data until they are overwritten. */
  readonly compact: () => Promise<void>;
  /** Refuses URLs that webhooks can never be sent to. @throws DeliveryError `invalid_endpoint` */
  readonly checkEndpointUrl: (url: string) => void;
  /** Called after a transaction that wrote an event has committed. */
  readonly onEvent: () => void;
}
