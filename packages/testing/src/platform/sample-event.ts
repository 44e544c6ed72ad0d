import type { RuntimeEvent, RuntimeEventMap, RuntimeEventType, Visitor } from "@plugboard/api";
import { testIds, testURLs } from "./test-ids.ts";

/** The fields of an event that are its own. */
export type EventFields<Type extends RuntimeEventType> = Omit<
  RuntimeEventMap[Type],
  "type" | "eventId" | "installationId"
>;

const visitor: Visitor = {
  anonymousId: "visitor_1",
  userAgent: "Mozilla/5.0 (test)",
  ip: "203.0.113.7",
  cookies: {},
};
const visit = { visitor, url: `${testURLs.published}/welcome`, referrer: "" };
const { space: spaceId, site: siteId, page: pageId } = testIds;

const samples: { readonly [Type in RuntimeEventType]: EventFields<Type> } = {
  installation_setup: { status: "active" },
  installation_deleted: {},
  space_installation_setup: { spaceId, status: "active" },
  space_installation_deleted: { spaceId },
  site_installation_setup: { siteId, status: "active" },
  site_installation_deleted: { siteId },
  space_view: { spaceId, pageId, ...visit },
  space_content_updated: { spaceId, revisionId: "revision_2" },
  space_visibility_updated: { spaceId, previousVisibility: "private", visibility: "public" },
  space_gitsync_started: { spaceId, revisionId: "revision_2", commitId: "4f5c2d1" },
  space_gitsync_completed: { spaceId, revisionId: "revision_2", state: "success", commitId: "4f5c2d1" },
  site_view: { siteId, ...visit },
  page_feedback: { siteId, spaceId, pageId, feedback: { rating: "good", comment: "Helpful." }, ...visit },
  ui_render: { componentId: "", props: {}, context: { type: "document", theme: "light" } },
  task: { task: { type: "" } },
};

/** A whole event of a type: the sample's fields where the test gives none. */
export function createEvent<Type extends RuntimeEventType>(
  type: Type,
  fields: Partial<EventFields<Type>>,
  eventId: string,
): RuntimeEventMap[Type];
export function createEvent(type: RuntimeEventType, fields: object, eventId: string): object {
  return { ...samples[type], ...fields, type, eventId, installationId: testIds.installation };
}

/** The space and site an event names. */
export function subjectOf(event: RuntimeEvent): { readonly spaceId?: string; readonly siteId?: string } {
  const subject: { spaceId?: string; siteId?: string } = {};
  if ("spaceId" in event && event.spaceId !== undefined) subject.spaceId = event.spaceId;
  if ("siteId" in event && event.siteId !== undefined) subject.siteId = event.siteId;
  if (event.type === "ui_render") {
    const { spaceId, siteId } = event.context;
    if (spaceId !== undefined) subject.spaceId = spaceId;
    if (siteId !== undefined) subject.siteId = siteId;
  }
  return subject;
}
