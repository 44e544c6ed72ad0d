import type { Endpoint } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { generateSigningKeyPair } from "@plugboard/webhook-signer/standard-webhooks";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { readEndpointMetadata, toMetadata } from "./endpoint-metadata.ts";
import { usesEd25519 } from "./webhook-endpoints.ts";

/** A signing secret with its creation time and, once replaced, its expiry. */
export interface EndpointSecret {
  readonly secret: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
}

const defaultOverlapSeconds = 24 * 3600;

/** Returns the secrets that an endpoint signs with, newest first. */
export function liveSecrets(endpoint: Endpoint, now: number): EndpointSecret[] {
  const { secretTimes } = readEndpointMetadata(endpoint);
  return endpoint.secrets
    .map((secret, index) => ({ secret, createdAt: endpoint.createdAt, ...secretTimes[index] }))
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
}

/**
 * Replaces an endpoint's secret. The previous one keeps signing during the overlap, so that receivers can
 * switch.
 *
 * @param endpoint - as read by the caller: of two concurrent rotations only one succeeds, so that no secret
 * is lost right after it was issued
 *
 * @throws PlatformError `conflict` if the secret was rotated concurrently, or if the rotation would end a
 * secret that still signs
 */
export async function rotateEndpointSecret(
  context: PlatformContext,
  endpoint: Endpoint,
  overlapSeconds: number = defaultOverlapSeconds,
): Promise<Endpoint> {
  const secret = usesEd25519(endpoint) ? (await generateSigningKeyPair()).privateKey : generateSecret();
  return await context.deliveries.updateEndpoint(endpoint.id, (current) => {
    if (current.secrets[0] !== endpoint.secrets[0]) throw rotatedMeanwhile();
    return decideRotation(current, secret, context.now(), overlapSeconds);
  });
}

const seedBytes = 32;

/** Returns the key that receivers verify with: for a private key, the public key that follows its seed. */
export function verificationKeyOf(secret: string): string {
  if (!secret.startsWith("whsk_")) return secret;
  const bytes = Buffer.from(secret.slice("whsk_".length), "base64");
  return `whpk_${bytes.subarray(seedBytes).toString("base64")}`;
}

function decideRotation(
  endpoint: Endpoint,
  secret: string,
  now: number,
  overlapSeconds: number,
): Pick<Endpoint, "secrets" | "metadata"> {
  const [current, earlier] = liveSecrets(endpoint, now);
  // The engine signs with at most two secrets. A third would end one that a receiver can still rely on.
  if (earlier?.expiresAt !== undefined && overlapSeconds > 0) throw stillInOverlap(earlier.expiresAt);
  const previous =
    current === undefined || overlapSeconds === 0
      ? []
      : [{ ...current, expiresAt: now + overlapSeconds * 1000 }];
  const secretTimes = [
    { createdAt: now },
    ...previous.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
  ];
  return {
    secrets: [secret, ...previous.map((old) => old.secret)],
    metadata: toMetadata({ ...readEndpointMetadata(endpoint), secretTimes }),
  };
}

function stillInOverlap(expiresAt: number): PlatformError {
  const until = new Date(expiresAt).toISOString();
  return new PlatformError(
    "conflict",
    `The previous secret signs until ${until}. Rotate after that, or with an overlap of 0, which ends both immediately.`,
  );
}

function rotatedMeanwhile(): PlatformError {
  return new PlatformError(
    "conflict",
    "The secret was rotated concurrently. Read the secrets, and rotate again if needed.",
  );
}
