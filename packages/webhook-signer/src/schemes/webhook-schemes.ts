import type { WebhookScheme } from "../signature/webhook-scheme.ts";
import { standardWebhooksScheme } from "../standard-webhooks/standard-webhooks-scheme.ts";

/** Signature schemes of widely used services. */
export const webhookSchemes: {
  readonly github: WebhookScheme;
  readonly slack: WebhookScheme;
  readonly stripe: WebhookScheme;
  readonly standardWebhooks: WebhookScheme;
} = {
  github: {
    signatureHeader: "x-hub-signature-256",
    separator: ",",
    signaturePrefix: "sha256=",
    encoding: "hex",
    signedPrefix: () => "",
  },
  slack: {
    signatureHeader: "x-slack-signature",
    separator: ",",
    signaturePrefix: "v0=",
    encoding: "hex",
    timestampHeader: "x-slack-request-timestamp",
    signedPrefix: ({ timestamp }) => `v0:${timestamp}:`,
  },
  stripe: {
    signatureHeader: "stripe-signature",
    separator: ",",
    signaturePrefix: "v1=",
    encoding: "hex",
    timestampPrefix: "t=",
    signedPrefix: ({ timestamp }) => `${timestamp}.`,
  },
  standardWebhooks: standardWebhooksScheme,
};
