import type { Secrets } from "@plugboard/webhook-signer";
import type { IncomingWebhook, RequestHeaders } from "../common/incoming-webhook.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** Unverified data for looking up a secret. Use it for nothing else. */
export interface SecretLookupInput {
  /** The installation named in the body. `undefined` if the body names none. */
  readonly installationId?: string | undefined;
  readonly url: string;
  readonly headers: RequestHeaders;
}

/** Looks up the secret for a webhook, or all valid secrets during a rotation. */
export type SecretLookup = (input: SecretLookupInput) => Secrets | undefined | Promise<Secrets | undefined>;

/**
 * Returns the secrets to verify a webhook with.
 *
 * @throws {WebhookReceiverError} `secret_unknown`, `configuration_invalid` if the lookup throws
 */
export async function resolveSecrets(
  secret: Secrets | SecretLookup,
  { url, headers }: IncomingWebhook,
  body: Uint8Array,
): Promise<Secrets> {
  if (typeof secret !== "function") return secret;
  const secrets = await lookUp(secret, { url, headers, installationId: peekInstallationId(body) });
  if (secrets !== undefined) return secrets;
  throw new WebhookReceiverError("secret_unknown", "There is no signing secret for this webhook.");
}

async function lookUp(secret: SecretLookup, input: SecretLookupInput): Promise<Secrets | undefined> {
  try {
    return await secret(input);
  } catch (cause) {
    throw new WebhookReceiverError("configuration_invalid", "The signing secret lookup threw.", {
      cause,
    });
  }
}

function peekInstallationId(body: Uint8Array): string | undefined {
  try {
    const payload: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof payload !== "object" || payload === null || !("installationId" in payload)) return undefined;
    return typeof payload.installationId === "string" ? payload.installationId : undefined;
  } catch {
    return undefined;
  }
}
