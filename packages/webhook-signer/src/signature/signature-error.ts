/** Which part of a webhook's signature is wrong. */
export type SignatureErrorCode =
  /** The signature header, or one of the Standard Webhooks headers, is not there. */
  | "header_missing"
  /** The header has no `t` part. */
  | "timestamp_missing"
  /** The timestamp is not written in digits alone, is given twice, or is beyond what a number holds exactly. */
  | "timestamp_invalid"
  /** The timestamp is older than the tolerance. */
  | "timestamp_too_old"
  /** The timestamp is further ahead of the receiver's clock than the tolerance. */
  | "timestamp_in_future"
  /** The header has no signature of a kind the secret can check. */
  | "signature_missing"
  /** No signature is written in the encoding it must have: 64 hexadecimal digits, or base64 of the right length. */
  | "signature_malformed"
  /** No signature matches, and nothing says why. */
  | "signature_mismatch"
  /** No signature matches the body, but one matches the body written as JSON in another way. */
  | "body_reserialized"
  /** No signature matches the secret, but one matches it without the white space around it. */
  | "secret_has_whitespace"
  /** No signature matches the secret, but one matches another form of it: unquoted, prefixed or decoded. */
  | "wrong_secret"
  /** No secret was given, or an empty one. */
  | "secret_missing"
  /** The secret is not written as its kind must be. */
  | "secret_invalid"
  /** The body is a parsed value instead of the text or the bytes of the request. */
  | "body_not_raw"
  /** An option is outside its range. */
  | "option_invalid";

/** A webhook that cannot be signed or is not to be trusted; `code` says which part is wrong. */
export class SignatureError extends Error {
  override readonly name = "SignatureError";
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
