import type { PlatformParameter } from "../common/platform-parameters.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { findResourceOrganization } from "../resources/find-resource.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** Returns the organization of the resource with an id. `undefined` if there is no such resource. */
type Find = (context: PlatformContext, id: string) => Promise<string | undefined>;

const findInstallation: Find = async ({ db }, id) => {
  const row = await db
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.organization_id;
};

const findIn =
  (kind: string): Find =>
  async (context, id) =>
    await findResourceOrganization(context, context.db, { kind, id });

/**
 * Finds the organization of the resource named by each path parameter. `below` marks resources that are looked
 * up within another resource of the same path, and therefore within its organization. A product's parameters are
 * its kinds; all others are below.
 */
const organizationFinders: Readonly<Record<PlatformParameter, Find | "below">> = {
  componentId: "below",
  customEventType: "below",
  deliveryId: "below",
  endpointId: "below",
  eventType: "below",
  invitationId: "below",
  keyId: "below",
  portalSessionId: "below",
  property: "below",
  provisionedGroupId: "below",
  provisionedUserId: "below",
  recoveryId: "below",
  storageKey: "below",
  stream: "below",
  subscriptionId: "below",
  taskId: "below",
  toolId: "below",
  userId: "below",
  viewId: "below",
  organizationId: async ({ db }, id) => {
    const row = await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst();
    return row?.id;
  },
  installationId: findInstallation,
  integration: async ({ db }, name) => {
    const row = await db
      .selectFrom("integrations")
      .select("organization_id")
      .where("name", "=", name)
      .executeTakeFirst();
    return row?.organization_id;
  },
  eventId: async ({ db }, id) => {
    const row = await db
      .selectFrom("events")
      .select("organization_id")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.organization_id;
  },
  reviewId: async ({ db }, id) => {
    const row = await db
      .selectFrom("integration_reviews")
      .select("organization_id")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.organization_id;
  },
  noticeId: async (context, id) => {
    const notice = (await context.deliveries.listNotices()).find((each) => each.id === id);
    // Looked up even if the notice does not exist, so that timing does not reveal it.
    const endpoint = await context.deliveries.getEndpoint(notice?.endpointId ?? "");
    return await findInstallation(context, endpoint?.tenant ?? "");
  },
};

/** A resource in the path of a call. */
export interface PathResource {
  readonly parameter: string;
  readonly id: string;
  /** Returns its organization, looked up once per call. `undefined` if there is no such resource. */
  readonly findOrganization: () => Promise<string | undefined>;
}

/** Returns the resources named by path parameters, except those looked up within another resource. */
export function readPathResources(
  context: PlatformContext,
  params: Readonly<Record<string, string>>,
): readonly PathResource[] {
  const finders = { ...organizationFinders, ...productFinders(context) };
  return Object.entries(finders).flatMap(([parameter, find]) => {
    const id = params[parameter];
    if (id === undefined || find === "below") return [];
    let organization: Promise<string | undefined> | undefined;
    const findOrganization = () => (organization ??= withoutTenantScope("access", () => find(context, id)));
    return { parameter, id, findOrganization };
  });
}

/** Returns the finders for the product's own resources, keyed by path parameter, such as `projectId`. */
function productFinders({ product }: PlatformContext): Readonly<Record<string, Find>> {
  const kinds = Object.keys(product?.contract.kinds ?? {});
  return Object.fromEntries(kinds.map((kind): [string, Find] => [`${kind}Id`, findIn(kind)]));
}

/**
 * Returns the organization of the first resource that exists. Always looks up all of them: timing must not
 * reveal another organization's resources.
 */
export async function findOrganization(resources: readonly PathResource[]): Promise<string | undefined> {
  let first: string | undefined;
  for (const resource of resources) {
    const organization = await resource.findOrganization();
    first ??= organization;
  }
  return first;
}
