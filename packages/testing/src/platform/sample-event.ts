import type { RuntimeEventMap, RuntimeEventType, Visitor } from "@plugboard/api";
import { testIds, testUrls } from "./test-ids.ts";

/** The fields of an event that are its own. */
export type EventFields<Type extends RuntimeEventType> = Omit<
  RuntimeEventMap[Type],
  "type" | "eventId" | "installationId"
>;

/** The types of events that happen by themselves; a component is rendered because somebody waits for it. */
export type EmittedEventType = Exclude<RuntimeEventType, "ui_render">;

/** Who receives an event: one installation, on the level it is about, or everybody installed in a space or site. */
export type EventAudience = "installation" | "spaceInstallation" | "siteInstallation" | "space" | "site";

interface Sample<Type extends EmittedEventType> {
  readonly audience: EventAudience;
  readonly fields: EventFields<Type>;
}

const visitor: Visitor = {
  anonymousId: "visitor_1",
  userAgent: "Mozilla/5.0 (test)",
  ip: "203.0.113.7",
  cookies: {},
};
const visit = { visitor, url: `${testUrls.sites}/docs/welcome`, referrer: "" };
const { space: spaceId, site: siteId, page: pageId } = testIds;
const revision = { spaceId, revisionId: "revision_2" };

/** An event of each type, as the platform emits it. */
export const samples: { readonly [Type in EmittedEventType]: Sample<Type> } = {
  installation_setup: { audience: "installation", fields: { status: "active" } },
  installation_deleted: { audience: "installation", fields: {} },
  space_installation_setup: { audience: "spaceInstallation", fields: { spaceId, status: "active" } },
  space_installation_deleted: { audience: "spaceInstallation", fields: { spaceId } },
  site_installation_setup: { audience: "siteInstallation", fields: { siteId, status: "active" } },
  site_installation_deleted: { audience: "siteInstallation", fields: { siteId } },
  space_view: { audience: "space", fields: { spaceId, pageId, ...visit } },
  space_content_updated: { audience: "space", fields: revision },
  space_visibility_updated: {
    audience: "space",
    fields: { spaceId, previousVisibility: "private", visibility: "public" },
  },
  space_gitsync_started: { audience: "space", fields: { ...revision, commitId: "4f5c2d1" } },
  space_gitsync_completed: {
    audience: "space",
    fields: { ...revision, state: "success", commitId: "4f5c2d1" },
  },
  site_view: { audience: "site", fields: { siteId, ...visit } },
  page_feedback: {
    audience: "site",
    fields: { siteId, spaceId, pageId, feedback: { rating: "good", comment: "Helpful." }, ...visit },
  },
  task: { audience: "installation", fields: { task: { type: "" } } },
};
