import type { Host, Integration } from "@plugboard/runtime";
import { sign } from "@plugboard/webhook-signer";
import { type EnvelopeRecord, toRequest } from "./envelope-record.ts";

/** Options for `replay`. */
export interface ReplayOptions {
  /** The integration's `PLUGBOARD_SIGNING_SECRET`. The record is signed again with it. */
  readonly signingSecret: string;
  /** The host's services, such as a log or another `apiFetch`. */
  readonly host?: Host;
}

/**
 * Resends a recorded envelope with the same bytes and a new signature, because the old one has expired. The
 * environment is the recorded one, so its API tokens may have expired too.
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * import { createIntegration } from "@plugboard/content/integration";
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
