import type { WebhookEndpointSecret } from "@plugboard/api/client";
import type { EndpointState } from "./platform-state.ts";

/** The secrets that sign for an endpoint now, the newest first: two of them for a while after a rotation. */
export function liveSecrets({ secrets }: EndpointState, now: number): readonly WebhookEndpointSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now);
}
