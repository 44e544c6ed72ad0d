import type { Secrets } from "@plugboard/webhook-signer";
import type { DedupeStore } from "../dedupe/dedupe-store.ts";
import type { SecretLookup } from "./resolve-secrets.ts";
import type { WebhookHandlers } from "./webhook-handlers.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** How webhooks are verified and handled once, whatever is in them. */
export interface ReceivingOptions {
  /** The endpoint's signing secret, all that are live during a rotation, or a function that looks them up. */
  readonly secret: Secrets | SecretLookup;
  /** Remembers which events have been handled. Default: in memory, for two minutes. */
  readonly dedupe?: DedupeStore | undefined;
  /** Max distance between the signature's time and now, in seconds. Default 300; `Infinity` accepts any. */
  readonly toleranceSeconds?: number | undefined;
  /** Max size of a body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Notified of every webhook that was refused or whose handler failed; the receiver itself logs nothing. The response
   * does not wait for it, and what it throws, or rejects with, is dropped.
   */
  readonly onError?: ((error: WebhookReceiverError) => unknown) | undefined;
  /** The current time in milliseconds since 1970. Default: the system's. */
  readonly now?: (() => number) | undefined;
}

/** How the webhooks of the platform are received. */
export interface WebhookReceiverOptions extends ReceivingOptions {
  /** What to do with each type of event. */
  readonly events: WebhookHandlers;
}

/** Refuses what would let every webhook through, or none. @throws {WebhookReceiverError} `configuration_invalid` */
export function checkReceiverOptions(options: ReceivingOptions): void {
  const { secret, maxBodyBytes = 1, toleranceSeconds = 0 } = options;
  if (typeof secret !== "function") checkSecret(secret);
  if (!(maxBodyBytes > 0)) throw invalid(`maxBodyBytes is ${maxBodyBytes}, but must be more than 0.`);
  if (!(toleranceSeconds >= 0))
    throw invalid(`toleranceSeconds is ${toleranceSeconds}, but must be 0 or more.`);
}

function checkSecret(secret: Secrets): void {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((text) => typeof text === "string" && text.trim() !== "")) return;
  throw invalid(
    "The receiver has no signing secret, or an empty one. When it comes from an environment variable, check that the variable is set.",
  );
}

function invalid(message: string): WebhookReceiverError {
  return new WebhookReceiverError("configuration_invalid", message);
}
