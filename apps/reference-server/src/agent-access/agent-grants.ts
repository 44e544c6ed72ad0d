import { createHash } from "node:crypto";
import type { AuthContext } from "better-auth";
import * as z from "zod";
import { type AgentScope, agentScopes, agentTokenPrefix } from "./agent-resource.ts";

/** The functions of better-auth's database adapter that grants need. */
export type GrantAdapter = Pick<AuthContext["adapter"], "findOne" | "findMany" | "deleteMany">;

/** The rights of an agent's access token. */
export interface AgentGrant {
  readonly personId: string;
  readonly clientId: string;
  readonly scopes: readonly AgentScope[];
}

/** An agent that a person connected to an organization. */
export interface ConnectedAgentRow {
  readonly id: string;
  readonly clientId: string;
  readonly organizationId: string;
  readonly personId: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
}

const tokenSchema = z.object({
  clientId: z.string(),
  userId: z.string(),
  referenceId: z.string(),
  resources: z.array(z.string()),
  scopes: z.array(z.string()),
  expiresAt: z.date(),
  revoked: z.date().nullish(),
});
const consentSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  userId: z.string(),
  referenceId: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
});

/** Returns the stored form of an OAuth code or token, which is useless to readers of the database. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/**
 * Returns an access token's rights to a resource. Returns `undefined` if the token is unknown, expired,
 * revoked or for another resource, or if the person withdrew their consent.
 */
export async function readAgentGrant(
  adapter: GrantAdapter,
  { token, resource, organizationId }: Readonly<Record<"token" | "resource" | "organizationId", string>>,
): Promise<AgentGrant | undefined> {
  const row = await adapter.findOne({
    model: "oauthAccessToken",
    where: [{ field: "token", value: hashOfToken(token.slice(agentTokenPrefix.length)) }],
  });
  const { data: grant } = tokenSchema.safeParse(row);
  if (grant === undefined || (grant.revoked ?? undefined) !== undefined || grant.expiresAt <= new Date())
    return undefined;
  const isBound = grant.resources.length === 1 && grant.resources[0] === resource;
  if (!isBound || grant.referenceId !== organizationId) return undefined;
  const { clientId, userId: personId } = grant;
  const [consent] = await listConsents(adapter, { clientId, personId, organizationId });
  if (consent === undefined) return undefined;
  const scopes = agentScopes.filter(
    (scope) => grant.scopes.includes(scope) && consent.scopes.includes(scope),
  );
  return { personId, clientId, scopes };
}

/** Selects connected agents. */
export interface AgentFilter {
  readonly id?: string | undefined;
  readonly personId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly organizationId?: string | undefined;
}

// Higher than the number of agents that an organization's members connect. The library defaults to 100.
const maxListed = 1000;

/** Lists connected agents. */
export async function listConsents(
  adapter: GrantAdapter,
  filter: AgentFilter,
): Promise<readonly ConnectedAgentRow[]> {
  const rows = await adapter.findMany({ model: "oauthConsent", where: whereOf(filter), limit: maxListed });
  return z
    .array(consentSchema)
    .parse(rows)
    .map(({ referenceId: organizationId, userId: personId, ...row }) => ({
      ...row,
      organizationId,
      personId,
    }));
}

/** Withdraws a person's consents in an organization and ends all tokens issued under them. */
export async function endConsents(
  adapter: GrantAdapter,
  filter: AgentFilter & { readonly personId: string; readonly organizationId: string },
): Promise<void> {
  // Consents are deleted first, because access tokens without a consent are refused.
  for (const model of ["oauthConsent", "oauthAccessToken", "oauthRefreshToken"])
    await adapter.deleteMany({ model, where: whereOf(filter) });
}

function whereOf({ id, personId: userId, clientId, organizationId: referenceId }: AgentFilter) {
  return Object.entries({ id, userId, clientId, referenceId }).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, value }],
  );
}
