import type { WebhookScheme } from "../signature/webhook-scheme.ts";

/** The header that carries a webhook's signature, in lower case as HTTP/2 and every header map write it. */
export const signatureHeaderName = "x-service-signature";

/** The platform's own signature: `t=<unix_timestamp>,v1=<signature_hex>` in one header. */
export const serviceScheme: WebhookScheme = {
  signatureHeader: signatureHeaderName,
  separator: ",",
  signaturePrefix: "v1=",
  encoding: "hex",
  timestampPrefix: "t=",
  signedPrefix: ({ timestamp }) => `${timestamp}.`,
};
