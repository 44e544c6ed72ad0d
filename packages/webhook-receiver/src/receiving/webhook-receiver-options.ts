import type { Secrets } from "@plugboard/webhook-signer";
import type { StandardSchema } from "../common/standard-schema.ts";
import type { DedupeStore } from "../dedupe/dedupe-store.ts";
import type { SecretLookup } from "./resolve-secrets.ts";
import type { WebhookHandlers } from "./webhook-handlers.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** Options for verification and de-duplication. */
export interface ReceivingOptions {
  /**
   * The endpoint's signing secret, a list of valid secrets during a rotation, or a function that looks them
   * up.
   */
  readonly secret: Secrets | SecretLookup;
  /** Remembers handled events. Defaults to a memory store with two minutes of retention. */
  readonly dedupe?: DedupeStore | undefined;
  /**
   * The maximum difference between the signature's timestamp and now (s). Defaults to 300; `Infinity` accepts
   * any.
   */
  readonly toleranceSeconds?: number | undefined;
  /** The maximum body size in bytes. Defaults to 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Called for every rejected webhook and failed handler; the receiver itself logs nothing. The response
   * doesn't wait for it, and its errors are ignored.
   */
  readonly onError?: ((error: WebhookReceiverError) => unknown) | undefined;
  /** The current time (Unix time, ms). Defaults to the system clock. */
  readonly now?: (() => number) | undefined;
}

/** Options for `createWebhookReceiver`. `Events` maps each event type to its own fields. */
export interface WebhookReceiverOptions<Events extends object = object> extends ReceivingOptions {
  /**
   * Validates and types the events' own fields, by event type. Fields that a schema doesn't name are kept. Defaults to
   * none.
   */
  readonly schemas?: { readonly [Type in keyof Events]: StandardSchema<Events[Type]> } | undefined;
  /** Handlers by event type. */
  readonly events: WebhookHandlers<NoInfer<Events>>;
}

/**
 * Throws if the options would accept or reject every webhook. @throws {WebhookReceiverError}
 * `configuration_invalid`
 */
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
    "The signing secret is missing or empty. If it comes from an environment variable, check that the variable is set.",
  );
}

function invalid(message: string): WebhookReceiverError {
  return new WebhookReceiverError("configuration_invalid", message);
}
