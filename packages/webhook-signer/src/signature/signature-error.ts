/** The part of a webhook's signature that is invalid. */
export type SignatureErrorCode =
  /** The signature header or one of the Standard Webhooks headers is missing. */
  | "header_missing"
  /** The header has no `t` part. */
  | "timestamp_missing"
  /** The timestamp contains characters other than digits, is repeated, or exceeds 15 digits. */
  | "timestamp_invalid"
  /** The timestamp is older than the tolerance. */
  | "timestamp_too_old"
  /** The timestamp is further in the future than the tolerance. */
  | "timestamp_in_future"
  /** The header has no signature of the kind that the secret verifies. */
  | "signature_missing"
  /** No signature has a valid encoding: 64 hex digits, or base64 of the right length. */
  | "signature_malformed"
  /** No signature matches, and the cause is unknown. */
  | "signature_mismatch"
  /** A signature matches the same JSON in a different format. */
  | "body_reserialized"
  /** A signature matches the secret without surrounding whitespace. */
  | "secret_has_whitespace"
  /** A signature matches another form of the secret: unquoted, prefixed or decoded. */
  | "wrong_secret"
  /** The secret is missing or empty. */
  | "secret_missing"
  /** The secret has an invalid format. */
  | "secret_invalid"
  /** The body is a parsed value instead of text or bytes. */
  | "body_not_raw"
  /** An option is out of range. */
  | "option_invalid";

/** Thrown when a webhook can't be signed or verified. `code` names the invalid part. */
export class SignatureError extends Error {
  override readonly name = "SignatureError";
  declare readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
