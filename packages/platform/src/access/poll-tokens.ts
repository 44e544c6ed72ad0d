import type { Endpoint } from "@plugboard/webhook-delivery";
import { createOpaqueToken, hashToken, isOpaqueToken } from "../common/opaque-token.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { readEndpointMetadata, toMetadata } from "../endpoints/endpoint-metadata.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import type { ConsumerPrincipal } from "./principal.ts";

const prefix = "whpoll_";

/** Returns the endpoint ID in a poll token; the ID is not secret. `undefined` for any other string. */
function endpointOfToken(token: string): string | undefined {
  const kind = token.slice(0, token.lastIndexOf("_"));
  return kind.startsWith(prefix) && isOpaqueToken(kind, token) ? kind.slice(prefix.length) : undefined;
}

/** Returns whether a bearer token has the form of a poll token. */
export function isPollToken(token: string): boolean {
  return endpointOfToken(token) !== undefined;
}

/**
 * Creates a new token for the consumer of a polling endpoint. The token is returned only here: only its hash
 * is stored.
 *
 * @param overlapSeconds the remaining validity of the previous token
 */
export async function rotatePollToken(
  { deliveries, now }: PlatformContext,
  endpoint: Endpoint,
  overlapSeconds: number = 0,
): Promise<{ readonly token: string; readonly createdAt: number }> {
  requirePolling(endpoint);
  const createdAt = now();
  const token = createOpaqueToken(`${prefix}${endpoint.id}`);
  await deliveries.updateEndpoint(endpoint.id, (current) => {
    const metadata = readEndpointMetadata(current);
    const [newest] = metadata.pollTokens ?? [];
    const stillValid =
      newest === undefined || overlapSeconds === 0
        ? []
        : [{ hash: newest.hash, expiresAt: createdAt + overlapSeconds * 1000 }];
    const pollTokens = [{ hash: hashToken(token) }, ...stillValid];
    return { metadata: toMetadata({ ...metadata, pollTokens }) };
  });
  return { token, createdAt };
}

/** @throws PlatformError `conflict` if the endpoint does not poll */
export function requirePolling({ id, polling }: Endpoint): void {
  if (polling === true) return;
  throw new PlatformError(
    "conflict",
    `Webhook endpoint ${id} receives its deliveries by HTTP request: it was not created with polling.`,
  );
}

/** Returns the consumer that a poll token identifies. @throws PlatformError `unauthorized` */
export async function authenticateConsumer(
  { deliveries, db, now }: PlatformContext,
  token: string,
): Promise<ConsumerPrincipal> {
  const id = endpointOfToken(token) ?? "";
  const endpoint = await deliveries.getEndpoint(id);
  if (endpoint?.kind !== endpointKinds.webhook) throw refused();
  const hash = hashToken(token);
  const isValid = readEndpointMetadata(endpoint).pollTokens?.some(
    (pollToken) =>
      pollToken.hash === hash && (pollToken.expiresAt === undefined || pollToken.expiresAt > now()),
  );
  const installation = await db
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", endpoint.tenant)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (isValid !== true || installation === undefined) throw refused();
  const { organization_id: organization } = installation;
  return { type: "consumer", id, installation: endpoint.tenant, organization };
}

function refused(): PlatformError {
  return new PlatformError("unauthorized", "The poll token is invalid or was rotated.");
}
