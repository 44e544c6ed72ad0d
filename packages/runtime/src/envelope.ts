export { decodeEnvelope } from "./envelope/decode-envelope.ts";
export { type EncodedEnvelope, encodeEnvelope, type EnvelopeContent } from "./envelope/encode-envelope.ts";
export type { Envelope } from "./envelope/envelope.ts";
export { defaultEnvelopeLimits, type EnvelopeLimits } from "./envelope/envelope-limits.ts";
