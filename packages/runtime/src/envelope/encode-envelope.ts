import type { Envelope } from "./envelope.ts";

/** The contents of an envelope. The event can have a type that is newer than this package. */
export interface EnvelopeContent extends Omit<Envelope, "event" | "environment"> {
  /** The event, or its stored JSON. */
  readonly event:
    | { readonly type: string; readonly eventId: string; readonly installationId?: string }
    | string;
  /** The environment, or its JSON, which several envelopes can share. */
  readonly environment: Envelope["environment"] | string;
}

/** An encoded envelope, ready to be signed and sent. */
export interface EncodedEnvelope {
  /** The `Content-Type` header, including the boundary. */
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Encodes an envelope as `multipart/form-data` (RFC 7578). `event` and `environment` are JSON text.
 * `fetch-body` is a file part, because `FormData` rewrites line endings in text parts.
 *
 * @example
 * ```ts
 * import type { Environment } from "@plugboard/api";
 * import { encodeEnvelope } from "@plugboard/runtime/envelope";
 *
 * async function post(url: string, environment: Environment): Promise<Response> {
 *   const event = { type: "installation_setup", eventId: "evt_1", installationId: "ins_1" };
 *   const { contentType, body } = encodeEnvelope({ event, environment });
 *   return await fetch(url, { method: "POST", headers: { "content-type": contentType }, body });
 * }
 * ```
 */
export function encodeEnvelope(envelope: EnvelopeContent): EncodedEnvelope {
  const boundary = randomBoundary();
  const texts =
    jsonPart(boundary, "event", envelope.event) + jsonPart(boundary, "environment", envelope.environment);
  const closing = `--${boundary}--\r\n`;
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const encoder = new TextEncoder();
  const { fetchBody } = envelope;
  if (fetchBody === undefined) return { contentType, body: encoder.encode(texts + closing) };

  const before = encoder.encode(texts + fileHeader(boundary, "fetch-body"));
  const after = encoder.encode(`\r\n${closing}`);
  const body = new Uint8Array(before.length + fetchBody.length + after.length);
  body.set(before);
  body.set(fetchBody, before.length);
  body.set(after, before.length + fetchBody.length);
  return { contentType, body };
}

// 128 random bits: a body can't contain the boundary, by accident or on purpose.
function randomBoundary(): string {
  return `plugboard-${crypto.randomUUID()}`;
}

function jsonPart(boundary: string, name: string, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
}

function fileHeader(boundary: string, name: string): string {
  const disposition = `Content-Disposition: form-data; name="${name}"; filename="body"`;
  return `--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`;
}
