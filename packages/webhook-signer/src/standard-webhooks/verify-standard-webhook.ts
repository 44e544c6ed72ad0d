import type { RawBody } from "../signature/bytes.ts";
import type { Secrets } from "../signature/hmac-sha256.ts";
import type { TimestampAgeOptions } from "../signature/timestamp.ts";
import { verifyWebhook } from "../signature/verify-webhook.ts";
import type { HeaderLookup } from "../signature/webhook-scheme.ts";
import { standardWebhooksScheme } from "./standard-webhooks-scheme.ts";

/** Request headers: `Headers`, or an object with names in any case, as in Node.js. */
export type HeaderSource =
  | HeaderLookup
  | { readonly [name: string]: string | readonly string[] | undefined; readonly get?: undefined };

/** Options for `verifyStandardWebhook`. */
export interface VerifyStandardWebhookOptions extends TimestampAgeOptions {
  /**
   * One or more `whsec_` secrets (verify `v1`) or `whpk_` public keys (verify `v1a`). A match with any of
   * them verifies.
   */
  readonly secret: Secrets;
  /** The request's headers. */
  readonly headers: HeaderSource;
  /** The raw request body, before parsing. */
  readonly body: RawBody;
}

/** The signed data besides the body. */
export interface VerifiedStandardWebhook {
  /** The event ID. It is signed, so it is safe to de-duplicate by it. */
  readonly id: string;
  /** The time of signing (Unix time, s). */
  readonly timestamp: number;
}

/**
 * Verifies the headers of Standard Webhooks 1.0: signed recently, with one of the keys, over exactly this
 * body.
 *
 * @throws {SignatureError} with a `code` that names the invalid part
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
  // The scheme requires both, so they are set after verification.
  return verified as Promise<VerifiedStandardWebhook>;
}

/**
 * Looks up headers in an object. Repeated headers return `undefined`, because it is unclear which value was
 * signed.
 */
function headersOf(headers: Readonly<Record<string, unknown>>): HeaderLookup {
  const byLowerName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    get: (name) => {
      const value = byLowerName.get(name);
      return typeof value === "string" ? value : undefined;
    },
  };
}
