import { fastHmacSha256 } from "./fast-hmac-sha256.ts";
import { assertRawBody, type RawBody } from "./raw-body.ts";
import { toSecretList, type Secrets } from "./signing-secrets.ts";
import { toSigningTimestamp } from "./timestamp-age.ts";

export interface SignOptions {
  /** The endpoint's secret, or all that are live during a rotation: the header then carries one `v1` for each. */
  readonly secret: Secrets;
  /** The body exactly as it will be sent. */
  readonly body: RawBody;
  /** When the request is made, in Unix seconds. Default: now. Sign every attempt afresh instead of reusing a header. */
  readonly timestamp?: number;
}

/**
 * Makes the value of a webhook's signature header, `t=<unix_timestamp>,v1=<signature_hex>`.
 *
 * The signature is the HMAC-SHA256 of the timestamp, a dot and the body; the key is the UTF-8 of the whole secret.
 *
 * @throws {SignatureError} `secret_missing`, `body_not_raw`, `option_invalid`
 */
export async function sign({ secret, body, timestamp }: SignOptions): Promise<string> {
  const secrets = toSecretList(secret);
  assertRawBody(body);
  const signingTimestamp = toSigningTimestamp(timestamp);
  let header = `t=${signingTimestamp}`;
  for (const key of secrets) {
    header += `,v1=${await fastHmacSha256({ key, prefix: `${signingTimestamp}.`, body, encoding: "hex" })}`;
  }
  return header;
}
