import type { WebhookScheme } from "../signature/webhook-scheme.ts";

/** The signature header's name, in lowercase as in HTTP/2. */
export const signatureHeaderName = "x-service-signature";

/** The platform's signature scheme: `t=<unix_timestamp>,v1=<signature_hex>` in one header. */
export const serviceScheme: WebhookScheme = {
  signatureHeader: signatureHeaderName,
  separator: ",",
  signaturePrefix: "v1=",
  encoding: "hex",
  timestampPrefix: "t=",
  signedPrefix: ({ timestamp }) => `${timestamp}.`,
};
