import type { RequestHeaders } from "../incoming-webhook.ts";
import { bodyTooLarge } from "./body-errors.ts";

/** Refuses a body by what its sender announces, before any of it is read. @throws {WebhookReceiverError} `body_too_large` */
export function checkContentLength(headers: RequestHeaders, maxBytes: number): void {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
}
