export { generateSecret } from "./generate-secret.ts";
export type { RawBody } from "./raw-body.ts";
export { sign, type SignOptions } from "./sign.ts";
export { SignatureError, type SignatureErrorCode } from "./signature-error.ts";
export { type HeaderValue, signatureHeaderName } from "./signature-header.ts";
export type { Secrets } from "./signing-secrets.ts";
export { defaultToleranceSeconds, type TimestampAgeOptions } from "./timestamp-age.ts";
export { verify, type VerifiedSignature, type VerifyOptions } from "./verify.ts";
