import type { SecretRotation } from "@plugboard/api/client";
import { getWebhookEndpointSecrets, rotateWebhookEndpointSecret } from "@plugboard/api/routes";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import { liveSecrets } from "../platform/live-secrets.ts";
import type { EndpointState, PlatformState } from "../platform/platform-state.ts";
import { defineRead, defineWrite, type ApiOperations } from "./api-operation.ts";
import { toTime } from "./installation-operations.ts";
import { findEndpoint, saveEndpoint } from "./webhook-endpoint-operations.ts";

const rotation: z.ZodType<SecretRotation> = z.object({ overlapSeconds: z.int().min(0).exactOptional() });
const defaultOverlapSeconds = 24 * 3600;

/** The secrets that sign for an endpoint. */
export function webhookSecretOperations(state: PlatformState): ApiOperations {
  return {
    [getWebhookEndpointSecrets.path]: {
      GET: defineRead(undefined, ({ params }) => ({
        secrets: liveSecrets(findEndpoint(state, params), state.now()),
      })),
    },
    [rotateWebhookEndpointSecret.path]: {
      POST: defineWrite(undefined, rotation, ({ params, body }) => ({
        secrets: liveSecrets(
          saveEndpoint(state, rotate(state, findEndpoint(state, params), body)),
          state.now(),
        ),
      })),
    },
  };
}

function rotate(
  state: PlatformState,
  endpoint: EndpointState,
  { overlapSeconds }: SecretRotation,
): EndpointState {
  const now = state.now();
  const [current] = endpoint.secrets;
  const expiresAt = toTime(now + (overlapSeconds ?? defaultOverlapSeconds) * 1000);
  const created = { secret: generateSecret(), createdAt: toTime(now) };
  return { ...endpoint, secrets: current === undefined ? [created] : [created, { ...current, expiresAt }] };
}
