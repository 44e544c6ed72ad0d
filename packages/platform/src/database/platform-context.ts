import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import type { SecretBox } from "./secret-box.ts";
import type { Tables } from "./tables.ts";

/** What every operation of the platform works with. */
export interface PlatformContext {
  readonly db: Kysely<Tables>;
  readonly deliveries: DeliveryStore;
  readonly secretBox: SecretBox;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Overwrites what was deleted, where the database leaves it in its files. */
  readonly compact: () => Promise<void>;
  /** Refuses URLs that webhooks can never be sent to. @throws DeliveryError `invalid_endpoint` */
  readonly checkEndpointUrl: (url: string) => void;
  /** Called after a transaction that wrote an event has committed. */
  readonly onEvent: () => void;
}
