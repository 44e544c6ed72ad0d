import { audit } from "../audit/audit-log.ts";
import { orNotFound } from "../common/platform-error.ts";
import { inOrganizations, withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import {
  hasMember,
  holdOrganization,
  listMembershipsOf,
  type Person,
  writeMember,
} from "../organizations/members.ts";
import { linkProvisionedUser } from "../organizations/provisioned-users.ts";

/** Bounds the time of one sign-in. The next one continues. */
const maxOrganizations = 20;

/** A person with an address that they have proven to own. */
export type ProvenPerson = Person & { readonly email: string };

/** An organization whose identity provider created a user with a person's address. */
export interface MembershipOffer {
  readonly organization: string;
  readonly title: string;
}

/**
 * Returns the organizations whose identity providers created a user with a person's address, and that the person can join. Any
 * organization can provision any address, so people become members only by accepting. Existing memberships are linked to
 * the identity provider's user. Call it when a person signs in.
 *
 * @example
 * import { offerProvisionedMemberships, type Platform } from "@plugboard/platform";
 *
 * async function onSignIn(platform: Platform, user: { id: string; name: string; email: string; emailVerified: boolean }) {
 *   if (!user.emailVerified) return;
 *   for (const { title } of await offerProvisionedMemberships(platform, user)) console.log(`You can join ${title}.`);
 * }
 */
export async function offerProvisionedMemberships(
  context: PlatformContext,
  person: ProvenPerson,
): Promise<readonly MembershipOffer[]> {
  const offers = await listOffers(context, person);
  if (offers.length === 0) return [];
  const own = await withoutTenantScope("signIn", () =>
    listMembershipsOf(context, person.id, { withSuspended: true }),
  );
  const isOwn = ({ organization }: MembershipOffer): boolean =>
    own.some((membership) => membership.organization === organization);
  for (const offer of offers.filter(isOwn)) await claim(context, offer.organization, person);
  return offers.filter((offer) => !isOwn(offer));
}

/**
 * Accepts an offer of {@link offerProvisionedMemberships}.
 *
 * @throws PlatformError `not_found` if the organization makes no such offer
 *
 * @example
 * import { acceptProvisionedMembership, type Platform } from "@plugboard/platform";
 *
 * async function onJoin(platform: Platform, user: { id: string; name: string; email: string }, organization: string) {
 *   await acceptProvisionedMembership(platform, user, organization);
 * }
 */
export async function acceptProvisionedMembership(
  context: PlatformContext,
  person: ProvenPerson,
  organizationId: string,
): Promise<void> {
  const offers = await listOffers(context, person, organizationId);
  orNotFound(offers[0], `offer of organization ${organizationId}`);
  await claim(context, organizationId, person);
}

async function listOffers(
  { db }: PlatformContext,
  { email }: ProvenPerson,
  organizationId?: string,
): Promise<MembershipOffer[]> {
  let query = db
    .selectFrom("provisioned_users")
    .innerJoin("organizations", "organizations.id", "provisioned_users.organization_id")
    .select(["organizations.id as organization", "organizations.title"])
    .where("provisioned_users.email", "=", email.toLowerCase())
    .where("provisioned_users.user_id", "is", null)
    .where("provisioned_users.active", "=", 1)
    .orderBy("provisioned_users.id")
    .limit(maxOrganizations);
  if (organizationId !== undefined) query = query.where("organizations.id", "=", organizationId);
  return await withoutTenantScope("signIn", () => query.execute());
}

async function claim(
  context: PlatformContext,
  organizationId: string,
  { id, name, email }: ProvenPerson,
): Promise<void> {
  await inOrganizations([organizationId], () =>
    audit(
      context,
      {
        caller: { type: "member", id, name, memberships: [] },
        organizationId,
        address: undefined,
        operation: "claimProvisionedMembership",
        resource: { organizationId, userId: id },
        request: { email: email.toLowerCase() },
        before: undefined,
      },
      () => writeMembership(context, organizationId, id, email.toLowerCase()),
    ),
  );
}

async function writeMembership(
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
