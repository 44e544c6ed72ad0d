import type { RequestHeaders } from "../common/incoming-webhook.ts";
import { bodyTooLarge } from "./body-errors.ts";

/** Collects a body's chunks up to a limit. */
export interface BodyCollector {
  /** @throws {WebhookReceiverError} `body_too_large` */
  add(chunk: Uint8Array): void;
  toBytes(): Uint8Array;
}

export function createBodyCollector(maxBytes: number): BodyCollector {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      chunks.push(chunk);
    },
    toBytes() {
      const [first] = chunks;
      if (first !== undefined && chunks.length === 1) return first;
      const bytes = new Uint8Array(length);
      let offset = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, offset);
        offset += chunk.length;
      }
      return bytes;
    },
  };
}

/**
 * Rejects a body by its announced length, before reading it. @throws {WebhookReceiverError} `body_too_large`
 */
export function checkContentLength(headers: RequestHeaders, maxBytes: number): void {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
}
