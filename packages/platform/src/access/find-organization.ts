import type { PathParameter } from "@plugboard/api/contract";
import type { ApiRoute } from "@plugboard/api/client";
import type { PlatformContext } from "../database/platform-context.ts";

/** A parameter in the path of an operation. */
export type Parameter = PathParameter<ApiRoute["path"]>;

/** The organization of what has an id; `undefined` where nothing has it. */
type Find = (context: PlatformContext, id: string) => Promise<string | undefined>;

const findInstallation: Find = async ({ db }, id) => {
  const row = await db
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.organization_id;
};

const findSpace: Find = async ({ db }, id) => {
  const row = await db.selectFrom("spaces").select("organization_id").where("id", "=", id).executeTakeFirst();
  return row?.organization_id;
};

const findSite: Find = async ({ db }, id) => {
  const row = await db.selectFrom("sites").select("organization_id").where("id", "=", id).executeTakeFirst();
  return row?.organization_id;
};

/**
 * How the organization is found of what each parameter of a path names. `below`: it is looked up within another one of the same
 * path, and so in the organization of that one. A new parameter has to say which.
 */
export const organizationFinders: Readonly<Record<Parameter, Find | "below">> = {
  blockIndex: "below",
  componentId: "below",
  customEventType: "below",
  deliveryId: "below",
  documentName: "below",
  endpointId: "below",
  eventType: "below",
  invitationId: "below",
  keyId: "below",
  pageId: "below",
  portalSessionId: "below",
  property: "below",
  recoveryId: "below",
  revisionId: "below",
  storageKey: "below",
  userId: "below",
  viewId: "below",
  visitorId: "below",
  organizationId: async ({ db }, id) => {
    const row = await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst();
    return row?.id;
  },
  installationId: findInstallation,
  spaceId: findSpace,
  siteId: findSite,
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
    // Looked up also where there is no such notice, which takes as long then.
    const endpoint = await context.deliveries.getEndpoint(notice?.endpointId ?? "");
    return await findInstallation(context, endpoint?.tenant ?? "");
  },
};

/** The organization of what the parameters of a path name; `undefined` where they name nothing of one. */
export async function findOrganization(
  context: PlatformContext,
  params: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const [parameter, find] of Object.entries(organizationFinders)) {
    const id = params[parameter];
    if (id === undefined || find === "below") continue;
    const organization = await find(context, id);
    if (organization !== undefined) return organization;
  }
  return undefined;
}
