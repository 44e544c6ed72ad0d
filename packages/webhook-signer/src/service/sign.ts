import { hmacSha256, type Secrets, toSecretList } from "../signature/hmac-sha256.ts";
import { assertRawBody, type RawBody } from "../signature/bytes.ts";
import { toSigningTimestamp } from "../signature/timestamp.ts";

/** A webhook to sign. */
export interface SignOptions {
  /** The endpoint's secret, or all that are live during a rotation: the header then carries one `v1` for each. */
  readonly secret: Secrets;
  /** The body exactly as it will be sent. */
  readonly body: RawBody;
  /** When the request is made, in Unix seconds. Default: now. Sign every attempt afresh instead of reusing a header. */
  readonly timestamp?: number | undefined;
}

/**
 * Makes the value of a webhook's signature header, `t=<unix_timestamp>,v1=<signature_hex>`.
 *
 * The signature is the HMAC-SHA256 of the timestamp, a dot and the body; the key is the UTF-8 of the whole secret.
 *
 * @throws {SignatureError} `secret_missing`, `body_not_raw`, `option_invalid`
 *
 * @example
 * ```ts
 * import { sign, signatureHeaderName } from "@plugboard/webhook-signer";
 *
 * const body = JSON.stringify({ eventId: "evt_1", type: "site_view" });
 * const header = await sign({ secret: "whsec_…", body });
 * await fetch("https://example.com/hook", { method: "POST", headers: { [signatureHeaderName]: header }, body });
 * ```
 */
export async function sign({ secret, body, timestamp }: SignOptions): Promise<string> {
  const secrets = toSecretList(secret);
  assertRawBody(body);
  const signingTimestamp = toSigningTimestamp(timestamp);
  let header = `t=${signingTimestamp}`;
  for (const key of secrets) {
    header += `,v1=${await hmacSha256({ key, prefix: `${signingTimestamp}.`, body, encoding: "hex" })}`;
  }
  return header;
}
