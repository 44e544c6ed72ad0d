import { hmacSha256, type Secrets, toSecretList } from "../signature/hmac-sha256.ts";
import { assertRawBody, type RawBody } from "../signature/bytes.ts";
import { toSigningTimestamp } from "../signature/timestamp.ts";

/** Options for `sign`. */
export interface SignOptions {
  /** The endpoint's secret. During a rotation, all valid secrets: the header then has one `v1` for each. */
  readonly secret: Secrets;
  /** The exact body that will be sent. */
  readonly body: RawBody;
  /**
   * The time of the request (Unix time, s). Defaults to now. Sign every attempt again instead of reusing a
   * header.
   */
  readonly timestamp?: number | undefined;
}

/**
 * Creates a webhook's signature header, `t=<unix_timestamp>,v1=<signature_hex>`.
 *
 * The signature is the HMAC-SHA256 of the timestamp, a period and the body, keyed with the whole secret as
 * UTF-8.
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
