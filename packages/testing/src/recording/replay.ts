import type { Host, Integration } from "@plugboard/runtime";
import { sign } from "@plugboard/webhook-signer";
import { type EnvelopeRecord, toRequest } from "./envelope-record.ts";

/** How a record is sent again. */
export interface ReplayOptions {
  /** What the integration has as `PLUGBOARD_SIGNING_SECRET`; the record is signed afresh with it. */
  readonly signingSecret: string;
  /** What the host offers, such as a log or another `apiFetch`. */
  readonly host?: Host;
}

/**
 * Sends a recorded envelope to an integration again: the same bytes, signed afresh, since the old signature is of its
 * time. The environment is the recorded one, so its API tokens may have ended.
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * import { createIntegration } from "@plugboard/runtime";
 * import { parseRecords, replay } from "@plugboard/testing";
 *
 * const integration = createIntegration({ events: { site_view: () => {} } });
 * for (const record of parseRecords(await readFile("envelopes.jsonl", "utf8"))) {
 *   const { status } = await replay(integration, record, { signingSecret: "whsec_of_this_run" });
 *   console.log(status);
 * }
 */
export async function replay(
  integration: Integration,
  record: EnvelopeRecord,
  { signingSecret, host }: ReplayOptions,
): Promise<Response> {
  const request = toRequest(record);
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const timestamp = Math.floor((host?.now ?? Date.now)() / 1000);
  request.headers.set("x-service-signature", await sign({ secret: signingSecret, body, timestamp }));
  return integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: signingSecret }, host);
}
