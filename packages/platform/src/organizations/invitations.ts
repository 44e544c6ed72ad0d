import type { Role } from "@plugboard/api";
import type { InvitationResource } from "@plugboard/api/client";
import type { Selectable } from "kysely";
import { createId } from "../common/create-id.ts";
import { createOpaqueToken, hashToken } from "../common/opaque-token.ts";
import type { Keyset } from "../common/keyset.ts";
import { orNotFound } from "../common/platform-error.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { InvitationTable } from "../database/tables.ts";
import { type Membership, type Person, writeMember } from "./members.ts";

/** An invitation to become a member. Deleted once it is accepted or revoked. */
export interface Invitation extends WithUnixTimes<InvitationResource, "createdAt" | "expiresAt"> {
  readonly organizationId: string;
}

/** The invited person. */
export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  /** Defaults to a week. */
  readonly expiresInSeconds?: number | undefined;
}

const weekSeconds = 7 * 24 * 3600;
const tokenKind = "pbi";

/**
 * Invites a person. The token can be used once; only its hash is stored.
 */
export async function createInvitation(
  { db, now }: PlatformContext,
  organizationId: string,
  { email, role, expiresInSeconds = weekSeconds }: NewInvitation,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const createdAt = now();
  const token = createOpaqueToken(tokenKind);
  const invitation: Invitation = {
    id: createId("inv", createdAt),
    organizationId,
    email,
    role,
    createdAt,
    expiresAt: createdAt + expiresInSeconds * 1000,
  };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("invitations")
      .values({
        id: invitation.id,
        organization_id: organizationId,
        email,
        role,
        token_hash: hashToken(token),
        created_at: createdAt,
        expires_at: invitation.expiresAt,
      })
      .execute();
  });
  return { invitation, token };
}

/**
 * Returns an organization's open invitations.
 */
export async function listInvitations(
  { db, now }: PlatformContext,
  organizationId: string,
  { after, limit }: Keyset = {},
): Promise<Invitation[]> {
  let query = db
    .selectFrom("invitations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("expires_at", ">", now())
    .orderBy("id");
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toInvitation);
}

/**
 * Revokes an invitation.
 *
 * @throws PlatformError `not_found`
 */
export async function revokeInvitation(
  { db }: PlatformContext,
  organizationId: string,
  invitationId: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom("invitations")
      .where("organization_id", "=", organizationId)
      .where("id", "=", invitationId)
      .executeTakeFirst();
    orNotFound(removed.numDeletedRows > 0n ? removed : undefined, `invitation ${invitationId}`);
  });
}

/**
 * Reads an invitation without accepting it, for the page shown before sign-in.
 *
 * @throws PlatformError `not_found` if the token is unknown, used, revoked or expired
 *
 * @example
 * import { type Platform, readInvitation } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { email, role } = await readInvitation(platform, "pbi_…");
 * console.log(email, role);
 */
export async function readInvitation(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  token: string,
): Promise<Invitation> {
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return toInvitation(orNotFound(row, "open invitation for this link. Ask for a new one"));
}

/**
 * Makes a person a member with an invitation token, which works once.
 *
 * @throws PlatformError `not_found` if the token is unknown, used, revoked or expired; `conflict` if the
 * person is already a member, in which case the invitation stays open
 *
 * @example
 * import { acceptInvitation, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { organization, role } = await acceptInvitation(platform, "pbi_…", { id: "usr_1", name: "Ada" });
 * console.log(organization, role);
 */
export async function acceptInvitation(
  { db, now }: PlatformContext,
  token: string,
  person: Person,
): Promise<Membership> {
  return await db.transaction().execute(async (transaction) => {
    const { id, organizationId, role } = await readInvitation({ db: transaction, now }, token);
    const removed = await transaction.deleteFrom("invitations").where("id", "=", id).executeTakeFirst();
    // Of two concurrent requests, the second finds no row.
    orNotFound(
      removed.numDeletedRows > 0n ? removed : undefined,
      "open invitation for this link. Ask for a new one",
    );
    await writeMember(transaction, organizationId, { ...person, role, createdAt: now() });
    return { organization: organizationId, role };
  });
}

function toInvitation(row: Selectable<InvitationTable>): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
