import type { PagePresence } from "../../client/types.ts";
import { defineFeature, type Feature, orNotFound, type Platform } from "@plugboard/platform";
import { authorOf, paginate, showPage } from "@plugboard/platform/product";
import { tablesOf } from "../../database/tables-of.ts";
import { type Announced, createPagePresences } from "../page-presences.ts";
import { pagePresenceOperations } from "../contract/page-presence-operations.ts";

const topic = "page-presence";

export const pagePresenceFeature: Feature = defineFeature(pagePresenceOperations, (platform) => {
  const { messages, now } = platform;
  const note = (organizations: readonly string[]): void =>
    platform.changes.note({ organizations, resources: ["presence"] });
  const presences = createPagePresences(now, note);
  messages.on(topic, {
    // Processes of the same platform send only this type. Their change notices follow separately.
    receive: (value) => void presences.apply(value as Announced, "peer"),
    onJoin: () => {
      for (const announced of presences.own()) messages.send(topic, announced);
    },
  });
  return {
    listPagePresence: async ({ params, query }) => {
      await findOrganization(platform, params);
      return await showPage(paginate(presences.list(params), keyOf, query), (presence) => presence);
    },
    announcePagePresence: async ({ params, body, caller }) => {
      const organizationId = await findOrganization(platform, params);
      const announced: Announced = { ...params, ...body, organizationId, author: authorOf(caller) };
      const isNews = presences.apply(announced, "own");
      messages.send(topic, announced);
      if (isNews) note([organizationId]);
    },
  };
});

function keyOf({ id }: PagePresence): string {
  return id;
}

/** Returns the organization of a page. @throws PlatformError `not_found` */
async function findOrganization(
  { db }: Pick<Platform, "db">,
  { spaceId, pageId }: { readonly spaceId: string; readonly pageId: string },
): Promise<string> {
  const page = await tablesOf(db)
    .selectFrom("pages")
    .select("organization_id")
    .where("space_id", "=", spaceId)
    .where("id", "=", pageId)
    .executeTakeFirst();
  return orNotFound(page, `page ${pageId} in space ${spaceId}`).organization_id;
}
