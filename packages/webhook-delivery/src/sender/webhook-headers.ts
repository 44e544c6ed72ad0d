import { SignatureError, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { AttemptError } from "./attempt-error.ts";
import type { RequestHeaders } from "./attempt-headers.ts";

/** What the signatures of a webhook request cover. */
export interface SignedRequest {
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string | Uint8Array;
  /** The time of this request, in Unix seconds. */
  readonly timestamp: number;
}

/**
 * Makes the signature headers of one attempt: `x-service-signature`, and the three of Standard Webhooks.
 *
 * @throws {AttemptError} `invalid_request` when there is no secret to sign with
 */
export async function signWebhook({
  secrets,
  eventId,
  body,
  timestamp,
}: SignedRequest): Promise<RequestHeaders> {
  const signature = await sign({ secret: secrets, body, timestamp }).catch(refuse);
  try {
    const standard = await signStandardWebhook({ secret: secrets, id: eventId, body, timestamp });
    return { ...standard, [signatureHeaderName]: signature };
  } catch (error) {
    // Standard Webhooks asks for base64 secrets and for ids without a full stop. A secret or an id that is not of that kind is
    // still good for the service's own signature, which is then the only one.
    if (error instanceof SignatureError && unsuitable.has(error.code))
      return { [signatureHeaderName]: signature };
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof SignatureError)) throw error;
  throw new AttemptError("invalid_request", error.message, { cause: error });
}

const unsuitable: ReadonlySet<string> = new Set(["secret_invalid", "option_invalid"]);
