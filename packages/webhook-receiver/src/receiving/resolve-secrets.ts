import type { Secrets } from "@plugboard/webhook-signer";
import type { IncomingWebhook, RequestHeaders } from "../common/incoming-webhook.ts";
import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

/** By what a secret can be looked up. None of it is verified yet: use it for nothing else. */
export interface SecretLookupInput {
  /** The installation the body claims to be for; absent when the body names none. */
  readonly installationId?: string | undefined;
  readonly url: string;
  readonly headers: RequestHeaders;
}

/** Looks up the secret, or the secrets during a rotation, of whoever a webhook claims to be for. */
export type SecretLookup = (input: SecretLookupInput) => Secrets | undefined | Promise<Secrets | undefined>;

/**
 * The secrets a webhook is to be verified with.
 *
 * @throws {WebhookReceiverError} `secret_unknown`, `configuration_invalid` when the lookup throws
 */
export async function resolveSecrets(
  secret: Secrets | SecretLookup,
  { url, headers }: IncomingWebhook,
  body: Uint8Array,
): Promise<Secrets> {
  if (typeof secret !== "function") return secret;
  const secrets = await lookUp(secret, { url, headers, installationId: peekInstallationId(body) });
  if (secrets !== undefined) return secrets;
  throw new WebhookReceiverError("secret_unknown", "No signing secret is known for this webhook.");
}

async function lookUp(secret: SecretLookup, input: SecretLookupInput): Promise<Secrets | undefined> {
  try {
    return await secret(input);
  } catch (cause) {
    throw new WebhookReceiverError("configuration_invalid", "The lookup of the signing secret threw.", {
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
