export { generateSecret } from "./service/generate-secret.ts";
export { signatureHeaderName } from "./service/service-scheme.ts";
export { sign, type SignOptions } from "./service/sign.ts";
export { type HeaderValue, verify, type VerifiedSignature, type VerifyOptions } from "./service/verify.ts";
export type { RawBody } from "./signature/bytes.ts";
export type { Secrets } from "./signature/hmac-sha256.ts";
export { SignatureError, type SignatureErrorCode } from "./signature/signature-error.ts";
export type { TimestampAgeOptions } from "./signature/timestamp.ts";
