/** How a service signs the webhooks it sends: an HMAC-SHA256 over the raw body, told as data. */
export interface WebhookScheme {
  readonly signatureHeader: string;
  /** What stands between several signatures in the header. */
  readonly separator: string;
  /** What stands before a signature of this scheme; other entries of the header are passed over. */
  readonly signaturePrefix: string;
  readonly encoding: "hex" | "base64";
  /** What is signed before the body; `{timestamp}` and `{id}` stand for their values. */
  readonly signedPrefix: string;
  /** The header of the time of signing in Unix seconds. */
  readonly timestampHeader?: string;
  /** What stands before the time of signing, where it is an entry of the signature header. */
  readonly timestampPrefix?: string;
  /** The header of the message's id. */
  readonly idHeader?: string;
  /** What stands before a secret whose key is the base64 behind it; otherwise the key is the secret's UTF-8. */
  readonly secretPrefix?: string;
}

/** Schemes of services whose webhooks integrations receive most. */
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
    signedPrefix: "",
  },
  slack: {
    signatureHeader: "x-slack-signature",
    separator: ",",
    signaturePrefix: "v0=",
    encoding: "hex",
    signedPrefix: "v0:{timestamp}:",
    timestampHeader: "x-slack-request-timestamp",
  },
  stripe: {
    signatureHeader: "stripe-signature",
    separator: ",",
    signaturePrefix: "v1=",
    encoding: "hex",
    signedPrefix: "{timestamp}.",
    timestampPrefix: "t=",
  },
  standardWebhooks: {
    signatureHeader: "webhook-signature",
    separator: " ",
    signaturePrefix: "v1,",
    encoding: "base64",
    signedPrefix: "{id}.{timestamp}.",
    timestampHeader: "webhook-timestamp",
    idHeader: "webhook-id",
    secretPrefix: "whsec_",
  },
};
