export { decodeEnvelope } from "./envelope/decode-envelope.ts";
export { type EncodedEnvelope, encodeEnvelope, type EnvelopeContent } from "./envelope/encode-envelope.ts";
export { defaultEnvelopeLimits, type Envelope, type EnvelopeLimits } from "./envelope/envelope.ts";
export { EnvelopeError, type EnvelopeErrorCode } from "./envelope/envelope-error.ts";
