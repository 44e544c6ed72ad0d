import type { Role } from "@plugboard/api";
import type { InvitationResource } from "@plugboard/api/client";
import type { Selectable, Transaction } from "kysely";
import { createId } from "../common/create-id.ts";
import { createOpaqueToken, hashToken } from "../common/opaque-token.ts";
import type { Keyset } from "../common/keyset.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { InvitationTable, Tables } from "../database/tables.ts";
import { linkProvisionedUser } from "./provisioned-users.ts";
import { holdOrganization, type Membership, type Person, writeMember } from "./members.ts";

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

/** An invitation with its token. */
export interface CreatedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
  /** Whether it replaces an earlier invitation of the address. */
  readonly isResent: boolean;
}

/**
 * Invites a person. The token can be used once; only its hash is stored. If the address has an open or expired invitation,
 * that gets the new role, token and expiry.
 *
 * @throws PlatformError `conflict` for the address of a member
 */
export async function createInvitation(
  { db, now }: PlatformContext,
  organizationId: string,
  { email, role, expiresInSeconds = weekSeconds }: NewInvitation,
): Promise<CreatedInvitation> {
  const createdAt = now();
  const token = createOpaqueToken(tokenKind);
  return await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    await requireNoMember(transaction, organizationId, email);
    const fields = {
      email,
      role,
      token_hash: hashToken(token),
      created_at: createdAt,
      expires_at: createdAt + expiresInSeconds * 1000,
    };
    const earlier = await transaction
      .updateTable("invitations")
      .set(fields)
      .where("organization_id", "=", organizationId)
      .where((row) => row.fn<string>("lower", ["email"]), "=", email.toLowerCase())
      .returningAll()
      .executeTakeFirst();
    const row =
      earlier ??
      (await transaction
        .insertInto("invitations")
        .values({ ...fields, id: createId("inv", createdAt), organization_id: organizationId })
        .returningAll()
        .executeTakeFirstOrThrow());
    return { invitation: toInvitation(row), token, isResent: earlier !== undefined };
  });
}

async function requireNoMember(
  transaction: Transaction<Tables>,
  organizationId: string,
  email: string,
): Promise<void> {
  const member = await transaction
    .selectFrom("members")
    .select("suspended_at")
    .where("organization_id", "=", organizationId)
    .where((row) => row.fn<string>("lower", ["email"]), "=", email.toLowerCase())
    .executeTakeFirst();
  if (member === undefined) return;
  const message =
    member.suspended_at === null
      ? `${email} is already a member.`
      : `${email} is a suspended member. Restore their access instead.`;
  throw new PlatformError("conflict", message, [{ path: "email", message }]);
}

/**
 * Returns an organization's open and expired invitations.
 */
export async function listInvitations(
  { db }: PlatformContext,
  organizationId: string,
  { after, limit }: Keyset = {},
): Promise<Invitation[]> {
  let query = db
    .selectFrom("invitations")
    .selectAll()
    .where("organization_id", "=", organizationId)
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
    .executeTakeFirst();
  if (row === undefined) throw invitationUsed();
  if (row.expires_at > now()) return toInvitation(row);
  const expiry = new Date(row.expires_at).toISOString().slice(0, 10);
  throw new PlatformError("not_found", `This invitation expired on ${expiry}. Ask for a new one.`);
}

function invitationUsed(): PlatformError {
  return new PlatformError(
    "not_found",
    "This invitation was already used or revoked, or replaced by a newer one. Open the newest link, or ask for a new one.",
  );
}

/**
 * Makes a person a member with an invitation token, which works once.
 *
 * @throws PlatformError `not_found` if the token is unknown, used, revoked or expired; `conflict` if the
 * person is already a member, also a suspended one, in which case the invitation stays open
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
    const { id, organizationId, role, email } = await readInvitation({ db: transaction, now }, token);
    const removed = await transaction.deleteFrom("invitations").where("id", "=", id).executeTakeFirst();
    // Of two concurrent requests, the second finds no row.
    if (removed.numDeletedRows === 0n) throw invitationUsed();
    await requireNotSuspended(transaction, organizationId, person);
    await requireNotDeprovisioned(transaction, organizationId, email);
    // The inviter chose the address, so the identity provider's user is this person.
    const user = await linkProvisionedUser(transaction, organizationId, { id: person.id, email });
    const granted = role === "owner" ? role : (user?.role ?? role);
    await writeMember(transaction, organizationId, { ...person, role: granted, createdAt: now() });
    return { organization: organizationId, role: granted };
  });
}

/** Accepting an invitation must not lift a suspension. */
async function requireNotSuspended(
  transaction: Transaction<Tables>,
  organizationId: string,
  { id }: Person,
): Promise<void> {
  const member = await transaction
    .selectFrom("members")
    .select("suspended_at")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", id)
    .executeTakeFirst();
  if (member === undefined || member.suspended_at === null) return;
  throw new PlatformError(
    "conflict",
    "Your access to this organization is suspended. Ask an owner or admin to restore it.",
  );
}

/** Refuses to invite a person whom the identity provider has suspended. */
async function requireNotDeprovisioned(
  transaction: Transaction<Tables>,
  organizationId: string,
  email: string,
): Promise<void> {
  const user = await transaction
    .selectFrom("provisioned_users")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("email", "=", email.toLowerCase())
    .where("active", "=", 0)
    .executeTakeFirst();
  if (user === undefined) return;
  throw new PlatformError(
    "conflict",
    `The organization's identity provider suspended ${email}. Ask its administrator to restore the access.`,
  );
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
