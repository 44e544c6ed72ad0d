import type { Endpoint } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { generateSigningKeyPair } from "@plugboard/webhook-signer/standard-webhooks";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { readEndpointMetadata, toMetadata } from "./endpoint-metadata.ts";
import { usesEd25519 } from "./webhook-endpoints.ts";

/** A signing secret with the time it came and, once a newer one replaced it, the time it goes. */
export interface EndpointSecret {
  readonly secret: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
}

const defaultOverlapSeconds = 24 * 3600;

/** An endpoint's secrets that still sign, the newest first. */
export function liveSecrets(endpoint: Endpoint, now: number): EndpointSecret[] {
  const { secretTimes } = readEndpointMetadata(endpoint);
  return endpoint.secrets
    .map((secret, index) => ({ secret, createdAt: endpoint.createdAt, ...secretTimes[index] }))
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
}

/**
 * Gives an endpoint a new secret; the one before it goes on signing for the overlap, so that no delivery is refused.
 *
 * @param endpoint - as the caller read it: of two who rotate at the same time only one does, since the other would take a
 * secret away that was given out just now
 * @throws PlatformError `conflict` when somebody else rotated it since, or the secret before still signs and would be lost
 * @example
 * import { getWebhookEndpoint, type Platform, rotateEndpointSecret } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const endpoint = await getWebhookEndpoint(platform, "ins_1", "whe_1");
 * await rotateEndpointSecret(platform, endpoint, 3600);
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

/** What a receiver verifies with: of a private key only the public one, which follows its seed. */
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
  // The engine signs with two at most: a third would end one that a receiver may still rely on.
  if (earlier?.expiresAt !== undefined && overlapSeconds > 0) throw stillInOverlap(earlier.expiresAt);
  const kept =
    current === undefined || overlapSeconds === 0
      ? []
      : [{ ...current, expiresAt: now + overlapSeconds * 1000 }];
  const secretTimes = [
    { createdAt: now },
    ...kept.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
  ];
  return {
    secrets: [secret, ...kept.map((old) => old.secret)],
    metadata: toMetadata({ ...readEndpointMetadata(endpoint), secretTimes }),
  };
}

function stillInOverlap(expiresAt: number): PlatformError {
  const until = new Date(expiresAt).toISOString();
  return new PlatformError(
    "conflict",
    `The secret before this one signs until ${until}. Rotate after that, or with an overlap of 0, which ends both at once.`,
  );
}

function rotatedMeanwhile(): PlatformError {
  return new PlatformError(
    "conflict",
    "Somebody else rotated the secret at the same time. Read the secrets, and rotate again if it is still needed.",
  );
}
