import { type KeyScopeName, keyScopes } from "@plugboard/api";
import type { ApiKeyCreation, ApiKeyResource } from "@plugboard/api/client";
import type { Kysely, Selectable } from "kysely";
import { createId } from "../common/create-id.ts";
import { readStrings } from "../common/json.ts";
import { createOpaqueToken, hashToken, isOpaqueToken } from "../common/opaque-token.ts";
import type { Keyset } from "../common/keyset.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { planQuery } from "../database/plan-query.ts";
import type { ApiKeyTable, Tables } from "../database/tables.ts";
import { forgetAuthor } from "../organizations/forget-author.ts";
import type { PersonPrincipal } from "./principal.ts";

/** A key that programs use to call the API on behalf of an organization. */
export interface ApiKey extends WithUnixTimes<ApiKeyResource, "createdAt" | "expiresAt" | "lastUsedAt"> {
  readonly organizationId: string;
}

const tokenKind = "pbk";
const shownCharacters = 10;
const lastUseMilliseconds = 60_000;

/**
 * Creates a key. Its token is returned only here: the database stores a hash.
 *
 * @throws PlatformError `invalid_request` for a scope that neither the platform nor its product declares
 */
export async function createApiKey(
  context: PlatformContext,
  organizationId: string,
  { name, role, scopes, expiresInSeconds }: ApiKeyCreation,
): Promise<{ readonly key: ApiKey; readonly token: string }> {
  requireScopes(context, scopes);
  const { db, now } = context;
  const createdAt = now();
  const token = createOpaqueToken(tokenKind);
  const row: Selectable<ApiKeyTable> = {
    id: createId("key", createdAt),
    organization_id: organizationId,
    name,
    prefix: token.slice(0, shownCharacters),
    token_hash: hashToken(token),
    role: role ?? null,
    scopes: scopes === undefined ? null : JSON.stringify(scopes),
    created_at: createdAt,
    expires_at: expiresInSeconds === undefined ? null : createdAt + expiresInSeconds * 1000,
    last_used_at: null,
  };
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto("api_keys").values(row).execute();
  });
  return { key: toApiKey(context, row), token };
}

/**
 * Returns the keys of an organization in the order they were created, including expired ones.
 */
export async function listApiKeys(
  context: PlatformContext,
  organizationId: string,
  { after, limit }: Keyset = {},
): Promise<ApiKey[]> {
  let query = context.db
    .selectFrom("api_keys")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("id");
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => toApiKey(context, row));
}

/**
 * Revokes a key immediately, and deletes the views it saved and its unpublished drafts.
 *
 * @throws PlatformError `not_found`
 */
export async function revokeApiKey(
  context: PlatformContext,
  organizationId: string,
  keyId: string,
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom("api_keys")
      .where("organization_id", "=", organizationId)
      .where("id", "=", keyId)
      .executeTakeFirst();
    orNotFound(removed.numDeletedRows > 0n ? removed : undefined, `API key ${keyId}`);
    await forgetAuthor(context, transaction, organizationId, { type: "key", id: keyId });
  });
}

/** Returns an API key of an organization as a caller. `undefined` if it doesn't exist or has expired. */
export async function findApiKey(
  context: PlatformContext,
  organizationId: string,
  keyId: string,
): Promise<PersonPrincipal | undefined> {
  const { db, now } = context;
  const row = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", keyId)
    .executeTakeFirst();
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now())) return undefined;
  const { id, role, scopes } = toApiKey(context, row);
  return { type: "key", id, organization: organizationId, role, scopes };
}

/** Returns whether a bearer token has the form of an API key. */
export function isApiKey(token: string): boolean {
  return isOpaqueToken(tokenKind, token);
}

const selectByHash = planQuery((db: Kysely<Tables>, { hash }: { readonly hash: string }) =>
  db.selectFrom("api_keys").selectAll().where("token_hash", "=", hash),
);

/** Returns the API key that a token belongs to, and records its use. @throws PlatformError `unauthorized` */
export async function authenticateApiKey(context: PlatformContext, token: string): Promise<PersonPrincipal> {
  const { db, now } = context;
  const [row] = await selectByHash(db, { hash: hashToken(token) });
  const time = now();
  if (row === undefined || (row.expires_at !== null && row.expires_at <= time))
    throw new PlatformError("unauthorized", "The API key is invalid or has expired.");
  if (row.last_used_at === null || row.last_used_at <= time - lastUseMilliseconds) {
    await db.updateTable("api_keys").set({ last_used_at: time }).where("id", "=", row.id).execute();
  }
  const { id, organizationId: organization, role, scopes } = toApiKey(context, row);
  return { type: "key", id, organization, role, scopes };
}

/** Returns the scopes that a key can have: the platform's, then the product's. */
function grantableScopes({ product }: Pick<PlatformContext, "product">): readonly KeyScopeName[] {
  return [...keyScopes, ...Object.keys(product?.contract.scopes ?? {})];
}

function requireScopes(context: PlatformContext, scopes: readonly KeyScopeName[] = []): void {
  const grantable = grantableScopes(context);
  const problems = scopes.flatMap((scope, index) =>
    grantable.includes(scope)
      ? []
      : [{ path: `scopes.${index}`, message: `${scope} is not a scope of this platform` }],
  );
  const [first] = problems;
  if (first !== undefined)
    throw new PlatformError("invalid_request", `${first.path}: ${first.message}.`, problems);
}

function toApiKey(context: Pick<PlatformContext, "product">, row: Selectable<ApiKeyTable>): ApiKey {
  const held = row.scopes === null ? undefined : readStrings(row.scopes);
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    prefix: row.prefix,
    role: row.role ?? undefined,
    scopes: held && grantableScopes(context).filter((scope) => held.includes(scope)),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
