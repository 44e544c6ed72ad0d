import type { PlatformEventMap } from "@plugboard/api";
import type { ContentEventMap, ContentInstallationEventMap, Visitor } from "./content-event.ts";

// `ui_render` is only sent as a request.
type EmittedEventMap = Omit<PlatformEventMap, "ui_render"> & ContentEventMap & ContentInstallationEventMap;

/** The name of an event that is emitted. */
export type EmittedEventType = keyof EmittedEventMap;

/** The fields of an event type, without those common to all events. */
export type EventFields<Type extends EmittedEventType> = Omit<
  EmittedEventMap[Type],
  "type" | "eventId" | "installationId"
>;

/** The recipients of an event: one installation, at its level, or all installations in a space or site. */
export type EventAudience = "installation" | "spaceInstallation" | "siteInstallation" | "space" | "site";

/** The subject of a sample event. */
export interface SampleLocation {
  readonly spaceId: string;
  readonly siteId: string;
  readonly pageId: string;
  /** The page's URL on the site. */
  readonly pageUrl: string;
  readonly revisionId: string;
}

interface Sample<Type extends EmittedEventType> {
  readonly audience: EventAudience;
  readonly fieldsAt: (location: SampleLocation) => EventFields<Type>;
}

const visitor: Visitor = {
  anonymousId: "visitor_1",
  userAgent: "Mozilla/5.0 (test)",
  ip: "203.0.113.7",
  cookies: {},
};
const visitOf = ({ pageUrl }: SampleLocation) => ({ visitor, url: pageUrl, referrer: "" });

const samples: { readonly [Type in EmittedEventType]: Sample<Type> } = {
  installation_setup: { audience: "installation", fieldsAt: () => ({ status: "active" }) },
  installation_deleted: { audience: "installation", fieldsAt: () => ({}) },
  space_installation_setup: {
    audience: "spaceInstallation",
    fieldsAt: ({ spaceId }) => ({ spaceId, status: "active" }),
  },
  space_installation_deleted: { audience: "spaceInstallation", fieldsAt: ({ spaceId }) => ({ spaceId }) },
  site_installation_setup: {
    audience: "siteInstallation",
    fieldsAt: ({ siteId }) => ({ siteId, status: "active" }),
  },
  site_installation_deleted: { audience: "siteInstallation", fieldsAt: ({ siteId }) => ({ siteId }) },
  space_view: {
    audience: "space",
    fieldsAt: (location) => ({ spaceId: location.spaceId, pageId: location.pageId, ...visitOf(location) }),
  },
  space_content_updated: {
    audience: "space",
    fieldsAt: ({ spaceId, revisionId }) => ({ spaceId, revisionId }),
  },
  space_visibility_updated: {
    audience: "space",
    fieldsAt: ({ spaceId }) => ({ spaceId, previousVisibility: "private", visibility: "public" }),
  },
  space_gitsync_started: {
    audience: "space",
    fieldsAt: ({ spaceId, revisionId }) => ({ spaceId, revisionId, commitId: "4f5c2d1" }),
  },
  space_gitsync_completed: {
    audience: "space",
    fieldsAt: ({ spaceId, revisionId }) => ({ spaceId, revisionId, state: "success", commitId: "4f5c2d1" }),
  },
  site_view: {
    audience: "site",
    fieldsAt: (location) => ({ siteId: location.siteId, ...visitOf(location) }),
  },
  page_feedback: {
    audience: "site",
    fieldsAt: (location) => ({
      siteId: location.siteId,
      spaceId: location.spaceId,
      pageId: location.pageId,
      feedback: { rating: "good", comment: "Helpful." },
      ...visitOf(location),
    }),
  },
  schedule: {
    audience: "installation",
    fieldsAt: () => ({ schedule: { id: "", scheduledFor: "2026-01-15T09:00:00.000Z" } }),
  },
  task: { audience: "installation", fieldsAt: () => ({ task: { type: "" } }) },
};

/**
 * Returns the recipients of an event type.
 *
 * @example
 * import { audienceOf } from "@plugboard/content";
 *
 * console.log(audienceOf("page_feedback")); // "site"
 */
export function audienceOf(type: EmittedEventType): EventAudience {
  return samples[type].audience;
}

/**
 * Returns the fields of an example event of a type.
 *
 * @example
 * import { sampleFields } from "@plugboard/content";
 *
 * const location = { spaceId: "spc_1", siteId: "sit_1", pageId: "pag_1", pageUrl: "https://docs.example.com/", revisionId: "rev_1" };
 * console.log(sampleFields("space_content_updated", location));
 */
export function sampleFields<Type extends EmittedEventType>(
  type: Type,
  location: SampleLocation,
): EventFields<Type> {
  return samples[type].fieldsAt(location);
}
