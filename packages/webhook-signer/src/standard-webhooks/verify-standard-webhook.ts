import type { RawBody } from "../signature/bytes.ts";
import type { Secrets } from "../signature/hmac-sha256.ts";
import type { TimestampAgeOptions } from "../signature/timestamp.ts";
import { verifyWebhook } from "../signature/verify-webhook.ts";
import type { HeaderLookup } from "../signature/webhook-scheme.ts";
import { standardWebhooksScheme } from "./standard-webhooks-scheme.ts";

/** Request headers: the web's `Headers`, or an object with names in any case, such as Node.js hands over. */
export type HeaderSource =
  | HeaderLookup
  | { readonly [name: string]: string | readonly string[] | undefined; readonly get?: undefined };

/** A signed request, and what its signature is checked with. */
export interface VerifyStandardWebhookOptions extends TimestampAgeOptions {
  /** A `whsec_` secret (checks `v1`) or a `whpk_` public key (checks `v1a`), or several: any match verifies. */
  readonly secret: Secrets;
  /** The request's headers. */
  readonly headers: HeaderSource;
  /** The request body as it arrived, before anything parsed it. */
  readonly body: RawBody;
}

/** What a verified signature covers beside the body. */
export interface VerifiedStandardWebhook {
  /** The event's id. It is signed, so duplicates can be recognised by it. */
  readonly id: string;
  /** When the sender signed the request, in Unix seconds. */
  readonly timestamp: number;
}

/**
 * Checks the headers of Standard Webhooks 1.0: signed with one of the keys, over exactly this body, and recently.
 *
 * @throws {SignatureError} whose `code` says which part is wrong
 *
 * @example
 * ```ts
 * import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
 *
 * async function receive(request: Request, secret: string): Promise<unknown> {
 *   const body = await request.text();
 *   const { id } = await verifyStandardWebhook({ secret, headers: request.headers, body });
 *   return { id, payload: JSON.parse(body) };
 * }
 * ```
 */
export function verifyStandardWebhook(
  options: VerifyStandardWebhookOptions,
): Promise<VerifiedStandardWebhook> {
  const { secret, headers, body, toleranceSeconds, now } = options;
  const verified = verifyWebhook({
    scheme: standardWebhooksScheme,
    secret,
    headers: typeof headers.get === "function" ? headers : headersOf(headers),
    body,
    toleranceSeconds,
    now,
  });
  // The scheme signs both: headers that lack one are refused.
  return verified as Promise<VerifiedStandardWebhook>;
}

/** Looks headers up in an object. One that is repeated has no value: which of them was signed? */
function headersOf(headers: Readonly<Record<string, unknown>>): HeaderLookup {
  const byLowerName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    get: (name) => {
      const value = byLowerName.get(name);
      return typeof value === "string" ? value : undefined;
    },
  };
}
