import { SignatureError } from "../signature-error.ts";

/** The headers Standard Webhooks adds to a request. */
export interface StandardWebhookHeaders {
  /** Identifies the event, the same on every attempt. */
  readonly "webhook-id": string;
  /** When this attempt was made, in Unix seconds. */
  readonly "webhook-timestamp": string;
  /** Signatures separated by spaces: `v1,` with an HMAC-SHA256 or `v1a,` with an Ed25519 signature, in base64. */
  readonly "webhook-signature": string;
}

/** Request headers: the web's `Headers`, or an object with names in any case, such as Node.js hands over. */
export type HeaderSource =
  | StandardWebhookHeaders
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads the three headers.
 *
 * @throws {SignatureError} `header_missing`, naming the header
 */
export function readStandardWebhookHeaders(source: HeaderSource): StandardWebhookHeaders {
  const lookUp = headerLookup(source);
  const read = (name: keyof StandardWebhookHeaders): string => {
    const value = lookUp(name);
    if (typeof value === "string" && value.trim() !== "") return value;
    throw new SignatureError(
      "header_missing",
      `The request has no single ${name} header. Either it was not sent by the service, or a proxy removed the header.`,
    );
  };
  return {
    "webhook-id": read("webhook-id"),
    "webhook-timestamp": read("webhook-timestamp"),
    "webhook-signature": read("webhook-signature"),
  };
}

function headerLookup(source: HeaderSource): (name: string) => unknown {
  if (isHeaders(source)) return (name) => source.get(name);
  const byLowerName = new Map(Object.entries(source).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => byLowerName.get(name);
}

function isHeaders(source: HeaderSource): source is { get(name: string): string | null } {
  return "get" in source && typeof source.get === "function";
}
