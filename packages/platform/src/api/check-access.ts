import type { Access, AnyOperation } from "@plugboard/api/contract";
import { requireResource } from "../access/authorize.ts";
import { requirePart } from "../access/embedded-part.ts";
import type { PathResource } from "../access/find-organization.ts";
import { listClosedOrganizations } from "../access/support-access.ts";
import {
  supportAccessRequired,
  mayCall,
  type OrganizationScope,
  organizationScope,
  refusedRole,
  secondFactorRequired,
} from "../access/may-call.ts";
import {
  type ConsumerPrincipal,
  isTokenPrincipal,
  lacksSecondFactor,
  type PersonPrincipal,
  type Principal,
  refuseToken,
  requireInstallation,
  requireIntegration,
} from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getInstallation } from "../installations/installations.ts";
import { findIntegration, isListed } from "../integrations/integrations.ts";
import { listOrganizations } from "../organizations/organizations.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import { isShareToken } from "../integrations/share-links.ts";

type Params = Readonly<Record<string, string>>;
/** The resources that a request refers to. */
interface AccessedResources {
  readonly params: Params;
  readonly resources: readonly PathResource[];
  /** The token of an integration's share link. */
  readonly share?: string | undefined;
}

type AccessCheck = (context: PlatformContext, params: Params, caller: Principal) => Promise<void> | void;

const checks: Readonly<Record<Exclude<Access, object>, AccessCheck>> = {
  anyone: () => {},
  token: () => {},
  person: (_context, _params, caller) => refuseToken(caller),
  administrator: (_context, _params, caller) => refuseToken(caller),
  integration: (_context, { integration = "" }, caller) => requireIntegration(caller, integration),
  installation: async (context, { installationId = "" }, caller) =>
    requireInstallation(caller, await getInstallation(context, installationId)),
  removedInstallation: async (context, { installationId = "" }, caller) =>
    requireInstallation(caller, await getInstallation(context, installationId, { removed: true })),
};

/**
 * Checks that a caller can call an operation on the resources in its path.
 *
 * @returns the organizations that the call is limited to, for resources not in the path
 *
 * @throws PlatformError `forbidden`, `not_found`, `support_access_required`
 */
export async function checkAccess(
  context: PlatformContext,
  operation: AnyOperation,
  { params, resources, share }: AccessedResources,
  principal: Principal,
): Promise<OrganizationScope> {
  const { access } = operation;
  const caller = limitToPart(context, operation, params, principal);
  if (caller.type === "consumer") return consumerScope(operation, params, caller);
  // Access for all signed-in users does not include the portal.
  if (caller.type === "portal" && access !== "anyone" && operation.portal === undefined) throw refusedRole();
  const scope = isTokenPrincipal(caller)
    ? everywhere
    : caller.type === "admin"
      ? await administratorScope(context, operation, resources)
      : organizationScope(caller, operation);
  if (!isTokenPrincipal(caller) && caller.type !== "admin" && access !== "anyone" && access !== "person")
    await checkRoles(context, operation, { params, resources, share }, caller, scope);
  if (typeof access === "string") await checks[access](context, params, caller);
  else
    await requireResource(
      context,
      caller,
      access.scope,
      access.resource,
      params[`${access.resource}Id`] ?? "",
    );
  return scope;
}

/** Returns the caller as a plain member, if its embed token is for this operation. @throws PlatformError */
function limitToPart(
  context: PlatformContext,
  operation: AnyOperation,
  params: Params,
  caller: Principal,
): Principal {
  if (caller.type !== "member" || caller.embedded === undefined) return caller;
  const { embedded, ...member } = caller;
  if (operation.access !== "anyone")
    requirePart(
      embedded,
      operation,
      params,
      Object.values(kindsOf(context)).map(({ plural }) => plural),
    );
  return member;
}

/** Allows a consumer to poll its endpoint and nothing else. @throws PlatformError `forbidden`, `not_found` */
function consumerScope(
  { access, isPoll }: AnyOperation,
  { endpointId = "", installationId }: Params,
  { id, installation, organization }: ConsumerPrincipal,
): OrganizationScope {
  if (isPoll !== true && access !== "anyone") {
    throw new PlatformError(
      "forbidden",
      "A poll token can only poll and acknowledge deliveries of its endpoint.",
    );
  }
  if (isPoll === true && (endpointId !== id || installationId !== installation))
    throw new PlatformError("not_found", `There is no endpoint ${endpointId}.`);
  return { allowed: [organization], forbidden: [] };
}

/** For integration tokens, whose reach is checked separately. */
const everywhere: OrganizationScope = { allowed: undefined, forbidden: [] };

/**
 * Returns the organizations open to the platform's administrator. @throws PlatformError `support_access_required` for
 * a resource in the path
 */
async function administratorScope(
  context: PlatformContext,
  { withoutSupportAccess, access, subject }: AnyOperation,
  resources: readonly PathResource[],
): Promise<OrganizationScope> {
  if (withoutSupportAccess === true || access === "anyone") return everywhere;
  const closed = await listClosedOrganizations(context);
  if (closed.length === 0) return everywhere;
  for (const { id, findOrganization } of resources) {
    const organization = await findOrganization();
    if (organization === undefined || !closed.includes(organization)) continue;
    // Reviewers can see integrations that would become visible to organizations.
    const isPublic =
      subject === "visible" && (await findIntegration(context, id))?.manifest.visibility === "public";
    if (!isPublic) throw supportAccessRequired(organization);
  }
  const organizations = await listOrganizations(context);
  const allowed = organizations.map(({ id }) => id).filter((id) => !closed.includes(id));
  return { allowed, forbidden: closed, needsSupportAccess: true };
}

async function checkRoles(
  context: PlatformContext,
  operation: AnyOperation,
  { resources, share }: AccessedResources,
  caller: PersonPrincipal,
  { allowed = [], forbidden, needsSecondFactor = [] }: OrganizationScope,
): Promise<void> {
  let isFound = false;
  for (const { parameter, id, findOrganization } of resources) {
    isFound = true;
    const organization = await findOrganization();
    const decision = organization === undefined ? "hidden" : mayCall(caller, operation, organization);
    if (decision === "allowed") continue;
    if (
      parameter === "integration" &&
      (await mayBeOfOthers(context, operation, id, share, [...allowed, ...forbidden]))
    ) {
      isFound = false;
      continue;
    }
    if (decision === "forbidden")
      throw lacksSecondFactor(caller, organization ?? "") ? secondFactorRequired() : refusedRole();
    throw new PlatformError("not_found", `There is no ${parameter.replace(/Id$/, "")} ${id}.`);
  }
  // A list is empty for a caller without organizations; other operations fail.
  const namesResource = operation.path.includes("{") && operation.subject === undefined;
  const isEmptyList =
    !namesResource && operation.method === "GET" && operation.roles.length > 0 && forbidden.length === 0;
  if (!isFound && (namesResource || (allowed.length === 0 && !isEmptyList)))
    throw needsSecondFactor.length > 0 ? secondFactorRequired() : refusedRole();
}

async function mayBeOfOthers(
  context: PlatformContext,
  { subject }: AnyOperation,
  name: string,
  share: string | undefined,
  organizations: readonly string[],
): Promise<boolean> {
  if (subject !== "visible") return subject === "new";
  // Always perform all lookups: timing must not reveal another organization's integration.
  const integration = await findIntegration(context, name);
  const isInstalled = await isInstalledIn(context, name, organizations);
  const isShared = share !== undefined && (await isShareToken(context, name, share));
  if (integration === undefined) return false;
  return isListed(integration) || isInstalled || (isShared && integration.manifest.visibility !== "private");
}

async function isInstalledIn(
  { db }: PlatformContext,
  integration: string,
  organizations: readonly string[],
): Promise<boolean> {
  const installation = await db
    .selectFrom("installations")
    .select("id")
    .where("integration", "=", integration)
    .where("organization_id", "in", inList(organizations))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return installation !== undefined;
}
