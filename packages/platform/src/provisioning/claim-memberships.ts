import { audit } from "../audit/audit-log.ts";
import { inOrganizations, withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { hasMember, holdOrganization, type Person, writeMember } from "../organizations/members.ts";
import { linkProvisionedUser } from "../organizations/provisioned-users.ts";

/** Bounds the time of one sign-in. The next one continues. */
const maxOrganizations = 20;

/**
 * Makes a person a member of the organizations whose identity providers created a user with their address. Call it when a
 * person signs in, with an address that they have proven to own.
 *
 * @example
 * import { claimProvisionedMemberships, type Platform } from "@plugboard/platform";
 *
 * async function onSignIn(platform: Platform, user: { id: string; name: string; email: string; emailVerified: boolean }) {
 *   if (user.emailVerified) await claimProvisionedMemberships(platform, user);
 * }
 */
export async function claimProvisionedMemberships(
  context: PlatformContext,
  person: Person & { readonly email: string },
): Promise<void> {
  const { id, name } = person;
  const email = person.email.toLowerCase();
  const users = await withoutTenantScope("signIn", () =>
    context.db
      .selectFrom("provisioned_users")
      .select("organization_id")
      .where("email", "=", email)
      .where("user_id", "is", null)
      .where("active", "=", 1)
      .orderBy("id")
      .limit(maxOrganizations)
      .execute(),
  );
  for (const { organization_id: organizationId } of users)
    await inOrganizations([organizationId], () =>
      audit(
        context,
        {
          caller: { type: "member", id, name, memberships: [] },
          organizationId,
          address: undefined,
          operation: "claimProvisionedMembership",
          resource: { organizationId, userId: id },
          request: { email },
          before: undefined,
        },
        () => claim(context, organizationId, id, email),
      ),
    );
}

async function claim(
  { db, now }: PlatformContext,
  organizationId: string,
  id: string,
  email: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const user = await linkProvisionedUser(transaction, organizationId, { id, email });
    if (user === undefined || (await hasMember(transaction, organizationId, id))) return;
    const { name, role = "reader" } = user;
    await writeMember(transaction, organizationId, { id, name, email, role, createdAt: now() });
  });
}
