// Generated from the declarations of operations: `npm run generate`. Do not edit.

import type {
  ConnectTicket,
  Consent,
  CreatedEmbedToken,
  EndpointAuthentication,
  EndpointCertificate,
  EndpointDestination,
  EndpointEventType,
  EndpointHealth,
  EndpointRateLimit,
  EndpointSignature,
  EventQuery,
  FieldCondition,
  InstallationCreation,
  InstallationPause,
  InstallationUpdate,
  IntegrationInstallationQuery,
  NearQuota,
  OrganizationQuery,
  Page,
  PageQuery,
  PropertyOption,
  RateUsage,
  ResourceRef,
  RevisionAuthor,
  SampleEventResource,
  SentSampleEvent,
  SetupProblem,
  ShareQuery,
  StoredNumber,
  StoredValue,
  StoredValueIncrement,
  StoredValueUpdate,
  StoredValueVersion,
  TaskResource,
  WebhookEndpointQuery,
  WebhookEndpointUpdate,
} from "@plugboard/api/client";
import type {
  InstallationStatus,
  Json,
  JsonObject,
  ScopeName,
  Target,
  UiContextType,
  UiRenderResponse,
} from "@plugboard/api";

/**
 * The visitor claims that a site stores: a JSON Schema of an object whose `properties` are the claims.
 * Other claims in a visitor's token are dropped; without a schema, all claims are stored.
 */
export interface ClaimsSchema {
  readonly schema: JsonObject;
}

/**
 * The visitors who can see a page on published sites: those who meet all conditions, or everyone if
 * there are no conditions.
 */
export interface PageConditions {
  readonly conditions: readonly PageCondition[];
}

/** A condition on one claim of a visitor. */
export interface PageCondition {
  /** The claim's name, with dots for nested claims. */
  readonly claim: string;
  /** Met if the claim is one of these values, or a list that contains one of them. */
  readonly anyOf: readonly (string | number | boolean)[];
}

/** Filters of a space's change requests. */
export interface ChangeRequestQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  readonly status?: "open" | "merged" | "closed" | undefined;
}

/** A set of shared drafts of a space's pages that are reviewed and published together. */
export interface ChangeRequest {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  readonly description: string;
  readonly status: "open" | "merged" | "closed";
  readonly author: RevisionAuthor;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
  /** The revision that published it. */
  readonly revisionId?: string | undefined;
  readonly pages: readonly ChangeRequestPage[];
  /** The changes to the tree of pages. */
  readonly structure: readonly ChangeRequestStructure[];
  readonly review?: ChangeRequestReview | undefined;
  /** Whether the caller changed a draft or requested the review, and so can't approve it. */
  readonly isAuthor: boolean;
}

/** A page of a change request. */
export interface ChangeRequestPage {
  readonly pageId: string;
  /** The title in the draft. */
  readonly title: string;
  readonly draftId: string;
  /** The draft's newest change. */
  readonly sequence: number;
  /**
   * `draft`: the newest text isn't part of the review. `ready`: it is. `outdated`: the page was
   * published with other changes, which the draft must merge. `deleted`: the page was deleted.
   */
  readonly state: "draft" | "ready" | "outdated" | "deleted";
}

/** A page that a change request moves or deletes, or the place of a page without published text. */
export interface ChangeRequestStructure {
  readonly pageId: string;
  readonly title: string;
  readonly change: "created" | "moved" | "deleted";
  /** The current place. Not set if the page was created in the change request, or deleted. */
  readonly from?:
    | {
        readonly path: string;
        readonly parentId?: string | undefined;
      }
    | undefined;
  /** The place after the publication. Not set for deleted pages. */
  readonly to?:
    | {
        readonly path: string;
        /** Not set at the top level. */
        readonly parentId?: string | undefined;
        /** The previous sibling. Not set for the first one. */
        readonly afterId?: string | undefined;
      }
    | undefined;
  /** The number of deleted pages: this one and those below it. */
  readonly pages?: number | undefined;
  /** Why the change request can't be published. */
  readonly problem?: string | undefined;
}

/** The review of a change request's pages. */
export interface ChangeRequestReview {
  readonly id: string;
  readonly requestedBy: RevisionAuthor;
  /** ISO 8601 time. */
  readonly requestedAt: string;
  /** False once a draft, a page or a planned move has changed, which withdraws an approval. */
  readonly isCurrent: boolean;
  /** Not set while the review is open. */
  readonly decision?:
    | {
        readonly outcome: "approved" | "changes-requested";
        readonly reviewer: RevisionAuthor;
        readonly comment?: string | undefined;
        /** ISO 8601 time. */
        readonly decidedAt: string;
      }
    | undefined;
}

/** A new change request. */
export interface ChangeRequestCreation {
  /** At most 200 characters. */
  readonly title: string;
  /** Plain text of at most 5,000 characters. */
  readonly description?: string | undefined;
}

/** Changes to a change request. At least one field is required. */
export interface ChangeRequestUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** Plain text of at most 5,000 characters. */
  readonly description?: string | undefined;
  /**
   * A closed change request keeps its drafts, which can't change until it is open again. It is deleted
   * with them 30 days after its last change.
   */
  readonly status?: "open" | "closed" | undefined;
}

/** The changes to one page in a change request. */
export interface ChangeRequestChange {
  readonly pageId: string;
  /** The title in the draft. */
  readonly title: string;
  /**
   * `draft`: the newest text isn't part of the review. `ready`: it is. `outdated`: the page was
   * published with other changes, which the draft must merge. `deleted`: the page was deleted.
   */
  readonly state: "draft" | "ready" | "outdated" | "deleted";
  /** The review whose text is compared. Not set for the draft's last saved text. */
  readonly reviewId?: string | undefined;
  readonly changes: readonly ("created" | "renamed" | "edited")[];
  /** The Markdown changes as a unified diff. Not set if there are none or too many. */
  readonly patch?: string | undefined;
}

/** A page whose shared draft is moved into a change request. */
export interface ChangeRequestAddition {
  readonly pageId: string;
}

/** The change to a page's place or path when a change request is published, or its deletion. */
export interface PagePlan {
  /** Deletes the page with its subpages. */
  readonly delete?: true | undefined;
  /** The new parent page; `null` for the top level. Defaults to the current place. */
  readonly parentId?: string | null | undefined;
  /** Position among its siblings, from 0. Defaults to the last position. */
  readonly position?: number | undefined;
  /** Defaults to the current path. */
  readonly path?: string | undefined;
}

/** The texts to review: one for each page of the change request that has a draft. */
export interface ChangeRequestReviewRequest {
  readonly pages: readonly ChangeRequestText[];
}

/** The text of a page to review. */
export interface ChangeRequestText {
  readonly pageId: string;
  readonly draftId: string;
  /** The newest change that the text contains. There must be no newer one. */
  readonly sequence: number;
  /** At most 200 characters. */
  readonly title: string;
  /** At most a million characters. */
  readonly markdown: string;
}

/** A reviewer's decision. */
export interface DraftReviewDecision {
  readonly reviewId: string;
  readonly outcome: "approved" | "changes-requested";
  /** Plain text of at most 5,000 characters. Required to ask for changes. */
  readonly comment?: string | undefined;
}

/** The review whose texts are published. */
export interface ChangeRequestPublication {
  readonly reviewId: string;
}

/** A thread of comments on a part of a page. Threads aren't part of the page's Markdown. */
export interface CommentThread {
  readonly id: string;
  readonly pageId: string;
  readonly anchor: CommentAnchor;
  /** Oldest first. */
  readonly comments: readonly Comment[];
  /** Not set while the thread is open. */
  readonly resolvedAt?: string | undefined;
}

/**
 * The text that a thread is about. It is found in the page by its words, so it survives edits around
 * it.
 */
export interface CommentAnchor {
  /** The commented text, without formatting. At most 1,000 characters. */
  readonly quote: string;
  /** The text before it, which tells equal quotes apart. At most 64 characters. */
  readonly before: string;
  /** The text after it. At most 64 characters. */
  readonly after: string;
}

/** A comment in a thread. */
export interface Comment {
  readonly id: string;
  readonly author: RevisionAuthor;
  readonly text: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** A comment that starts a thread. */
export interface CommentCreation {
  readonly anchor: CommentAnchor;
  /** Plain text of at most 5,000 characters. */
  readonly text: string;
}

/** A reply to a thread. */
export interface CommentReply {
  /** Plain text of at most 5,000 characters. */
  readonly text: string;
}

/** The new state of a thread. */
export interface CommentUpdate {
  readonly resolved: boolean;
}

/** A new space. */
export interface SpaceCreation {
  /** The organization's id. */
  readonly organization: string;
  /** At most 200 characters. */
  readonly title: string;
  /** Defaults to `private`. */
  readonly visibility?: SpaceVisibility | undefined;
}

/** The audience of a space: everyone, everyone with the URL, or the organization's members. */
export type SpaceVisibility = "public" | "unlisted" | "private";

/** A space: a tree of pages that are edited together. */
export interface SpaceResource {
  readonly id: string;
  readonly title: string;
  /** The organization's id. */
  readonly organization: string;
  /** One of `SpaceVisibility`, unless the host product defines others. */
  readonly visibility: string;
  /** Whether a page's text is published only once another person has approved it. */
  readonly requiresApproval: boolean;
  /** The current revision. Empty before the first page. */
  readonly revisionId: string;
  readonly urls: {
    /** The space in this API. */
    readonly location: string;
    /** The space in the console. */
    readonly app: string;
    /** The site that publishes the space. Not set if there is none. */
    readonly published?: string | undefined;
  };
  /** The time when the space was moved to the trash. Not set otherwise. */
  readonly trashedAt?: string | undefined;
}

/** Changes to a space. At least one field is required. */
export interface SpaceUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  readonly visibility?: SpaceVisibility | undefined;
  /** Only owners and admins change it, signed in to the console. */
  readonly requiresApproval?: boolean | undefined;
}

/** A new page. */
export interface PageCreation {
  /** At most 200 characters. */
  readonly title: string;
  /** Lower-case letters, digits and hyphens. Defaults to a path derived from the title. */
  readonly path?: string | undefined;
  /** At most a million characters. Defaults to an empty page. */
  readonly markdown?: string | undefined;
  /** The parent page. Defaults to the top level. */
  readonly parentId?: string | undefined;
  /** Position among its siblings, from 0. Defaults to the last position. */
  readonly position?: number | undefined;
}

/** A page without its content. */
export interface PageResource {
  readonly id: string;
  readonly spaceId: string;
  readonly title: string;
  /** The path below the space, without slashes. A page keeps its path when it moves. */
  readonly path: string;
  /** The parent page. Not set for a top-level page. */
  readonly parentId?: string | undefined;
  /** Position among its siblings, from 0. */
  readonly position: number;
  /** The length of its text. Sites don't show pages without text, except above pages with text. */
  readonly characters: number;
  /** The revision that last changed the page's text; the version for `If-Match`. */
  readonly revisionId: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** Changes to a page's title and path. At least one field is required. */
export interface PageUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** Lower-case letters, digits and hyphens. */
  readonly path?: string | undefined;
}

/** A page's new position. Its subpages move with it. */
export interface PageMove {
  /** The new parent page; `null` for the top level. */
  readonly parentId: string | null;
  /** Position among its siblings, from 0. Defaults to the last position. */
  readonly position?: number | undefined;
}

/** A new site. */
export interface SiteCreation {
  /** The space to publish. Its organization owns the site. */
  readonly spaceId: string;
  /** At most 200 characters. */
  readonly title: string;
  /** Lower-case letters, digits and hyphens. Defaults to a path derived from the title. */
  readonly path?: string | undefined;
}

/** A site: a published space. */
export interface SiteResource {
  readonly id: string;
  readonly title: string;
  /** The organization's id. */
  readonly organization: string;
  readonly spaceId: string;
  /** The last segment of the site's URL. */
  readonly path: string;
  readonly urls: {
    readonly published: string;
  };
  /** The time when the site was moved to the trash. Not set otherwise. */
  readonly trashedAt?: string | undefined;
}

/** Changes to a site. At least one field is required. */
export interface SiteUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** The space to publish, in the same organization. */
  readonly spaceId?: string | undefined;
  /** The last segment of the site's URL: lower-case letters, digits and hyphens. */
  readonly path?: string | undefined;
}

/** The Markdown file of a page. */
export interface PageFile {
  readonly pageId: string;
  /**
   * The path below the folder of the space, as in Git. Relative links between pages, such as
   * `[Setup](../guides/setup.md)`, use it.
   */
  readonly path: string;
}

/** A page's content. */
export interface PageContent {
  readonly pageId: string;
  /** The revision that last changed the page; the version for `If-Match`. */
  readonly revisionId: string;
  readonly title: string;
  readonly markdown: string;
}

/** Changes to a page's content, stored as a new revision of its space. At least one field is required. */
export interface PageContentUpdate {
  /** At most 200 characters. */
  readonly title?: string | undefined;
  /** At most a million characters. */
  readonly markdown?: string | undefined;
  /** The ID of the shared draft that is published. It is then based on the new revision. */
  readonly sharedDraft?: string | undefined;
}

/** The review of a page's shared draft, without the reviewed text. */
export interface DraftReviewSummary {
  readonly id: string;
  readonly pageId: string;
  /** The reviewed shared draft. */
  readonly draftId: string;
  /** The draft's newest change when the review was requested. */
  readonly sequence: number;
  /** The page revision that the text is based on. */
  readonly revisionId: string;
  /** The page's title in the draft. */
  readonly title: string;
  readonly requestedBy: RevisionAuthor;
  /** ISO 8601 time. */
  readonly requestedAt: string;
  /** False once the draft or the page has changed, which withdraws an approval. */
  readonly isCurrent: boolean;
  /** Not set while the review is open. */
  readonly decision?:
    | {
        readonly outcome: "approved" | "changes-requested";
        readonly reviewer: RevisionAuthor;
        readonly comment?: string | undefined;
        /** ISO 8601 time. */
        readonly decidedAt: string;
      }
    | undefined;
}

/** The review of a page's shared draft, if there is one. */
export interface DraftReviewReading {
  readonly review?: DraftReview | undefined;
}

/** The review of a page's shared draft. */
export interface DraftReview {
  readonly id: string;
  readonly pageId: string;
  /** The reviewed shared draft. */
  readonly draftId: string;
  /** The draft's newest change when the review was requested. */
  readonly sequence: number;
  /** The page revision that the text is based on. */
  readonly revisionId: string;
  /** The page's title in the draft. */
  readonly title: string;
  readonly requestedBy: RevisionAuthor;
  /** ISO 8601 time. */
  readonly requestedAt: string;
  /** False once the draft or the page has changed, which withdraws an approval. */
  readonly isCurrent: boolean;
  /** Not set while the review is open. */
  readonly decision?:
    | {
        readonly outcome: "approved" | "changes-requested";
        readonly reviewer: RevisionAuthor;
        readonly comment?: string | undefined;
        /** ISO 8601 time. */
        readonly decidedAt: string;
      }
    | undefined;
  /** The reviewed text, which is published unchanged. */
  readonly markdown: string;
  /** Whether the caller changed the draft or requested the review, and so can't approve it. */
  readonly isAuthor: boolean;
}

/** The text to review. */
export interface DraftReviewRequest {
  readonly draftId: string;
  /** The newest change that the text contains. There must be no newer one. */
  readonly sequence: number;
  /** At most 200 characters. */
  readonly title: string;
  /** At most a million characters. */
  readonly markdown: string;
}

/** The connection of a space to a Git repository. */
export interface GitSyncResource {
  readonly spaceId: string;
  readonly remote: string;
  readonly branch: string;
  readonly folder: string;
  readonly direction: "both" | "export" | "import";
  readonly everySeconds?: number | undefined;
  readonly hasCredentials: boolean;
  /**
   * The URL for the Git host's signed push events. They are accepted if the connection has a hook
   * secret.
   */
  readonly hookUrl: string;
  readonly hasHookSecret: boolean;
  readonly state: "idle" | "running" | "waiting";
  readonly lastSync?: GitSyncResultResource | undefined;
}

/** The result of a sync. */
export interface GitSyncResultResource {
  readonly state: "failure" | "success";
  /** ISO 8601 time. */
  readonly endedAt: string;
  /** The commit of both sides after the sync. */
  readonly commitId?: string | undefined;
  /** The space's revision after the sync. */
  readonly revisionId: string;
  /** Why the sync failed. */
  readonly detail?: string | undefined;
  /** Files that changed on both sides. */
  readonly conflicts: readonly string[];
}

/** A new or changed Git connection. */
export interface GitSyncUpdate {
  /** An https or ssh URL, or a file URL if the operator allows it. */
  readonly remote: string;
  /** Defaults to `main`. */
  readonly branch?: string | undefined;
  /** The folder that holds the pages. Defaults to the whole repository. */
  readonly folder?: string | undefined;
  /** `import` and `export` overwrite one side; `both` merges. Defaults to `both`. */
  readonly direction?: "both" | "export" | "import" | undefined;
  /** Interval of automatic syncs, at least 60 seconds. By default the space syncs on request only. */
  readonly everySeconds?: number | undefined;
  /** Credentials for an https remote. Omit them to keep the current ones while the remote stays the same. */
  readonly credentials?:
    | {
        readonly username: string;
        readonly password: string;
      }
    | undefined;
  /** The key of the Git host's push event signatures. Omit it to keep the current one. */
  readonly hookSecret?: string | undefined;
}

/** A sync to start. */
export interface GitSyncStart {
  /** The side that wins conflicts, and the first sync if both sides have pages. */
  readonly prefer?: "repository" | "space" | undefined;
}

/** An image stored with a space. It never changes. */
export interface ImageResource {
  readonly id: string;
  readonly spaceId: string;
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif";
  readonly bytes: number;
  /**
   * The image's address in the Markdown of the space's pages, as in `![A diagram](~images/img_1.png)`.
   * Sites serve it below their URL.
   */
  readonly path: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** An image to store with a space. */
export interface ImageUpload {
  /** PNG, JPEG, GIF, WebP or AVIF, at most 5 MiB, in base64. The type is detected from the content. */
  readonly content: string;
}

/** The content of an image. */
export interface ImageContent {
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif";
  /** In base64. */
  readonly content: string;
}

/** An integration's block in a page. */
export interface PageBlockResource {
  /** Position among the page's blocks, from 0. */
  readonly index: number;
  /** The integration's name. */
  readonly integration: string;
  /** The component that renders the block. */
  readonly componentId: string;
  readonly props: JsonObject;
  /** The installation that renders the block. Not set if the integration isn't active in the space. */
  readonly installationId?: string | undefined;
  /** The revision that last changed the page's text; the version for `If-Match`. */
  readonly revisionId: string;
}

/** New props for a block. */
export interface PageBlockUpdate {
  /** At most 64 KiB of JSON. */
  readonly props: JsonObject;
}

/** A link pasted into a page. */
export interface LinkToUnfurl {
  /** An http or https URL. */
  readonly url: string;
  readonly pageId?: string | undefined;
}

/** The block for a link. */
export interface UnfurledLink {
  readonly installationId: string;
  /** The integration's name. */
  readonly integration: string;
  /** The component that renders the block. */
  readonly componentId: string;
  readonly props: JsonObject;
  /** The block's Markdown. */
  readonly markdown: string;
}

/** The caller's draft of a page, without its content. */
export interface PageDraftSummary {
  readonly pageId: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** Changes each time the draft is saved; the version for `If-Match`. */
  readonly version: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** The caller's draft of a page, if there is one. */
export interface PageDraftReading {
  readonly draft?: PageDraft | undefined;
}

/** The caller's unpublished changes to a page. Only the caller sees them, and they emit no events. */
export interface PageDraft {
  readonly pageId: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** Changes each time the draft is saved; the version for `If-Match`. */
  readonly version: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
  readonly title: string;
  readonly markdown: string;
}

/** A draft to save. */
export interface PageDraftUpdate {
  /** At most 200 characters; may be empty. */
  readonly title: string;
  /** At most a million characters. */
  readonly markdown: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
}

/**
 * A window in which someone has a page open. It is kept in memory for 90 seconds after its last
 * announcement.
 */
export interface PagePresence {
  /** An ID that the window has chosen. At most 200 characters. */
  readonly id: string;
  readonly author: RevisionAuthor;
  /** True for 8 seconds after an announcement with `typing`. */
  readonly isTyping: boolean;
  /** The caret in the page's shared draft, in a form that windows agree on. At most 1,000 characters. */
  readonly caret?: string | undefined;
}

/**
 * The activity of a window on a page. Send it again within 90 seconds, or within 8 seconds while
 * typing.
 */
export interface PagePresenceAnnouncement {
  /** An ID that the window has chosen. At most 200 characters. */
  readonly id: string;
  readonly activity: "viewing" | "typing" | "left";
  /** The caret in the page's shared draft, in a form that windows agree on. At most 1,000 characters. */
  readonly caret?: string | undefined;
}

/** An installation in a space. */
export interface SpaceInstallationResource {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  /** Problems with the settings that the integration reported, if any. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** Increases with each change; the version for `If-Match`. */
  readonly updatedAt: string;
  readonly installation: string;
  readonly space: string;
  readonly urls: {
    readonly publicEndpoint: string;
  };
}

/** An installation in a site. */
export interface SiteInstallationResource {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  /** Problems with the settings that the integration reported, if any. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** Increases with each change; the version for `If-Match`. */
  readonly updatedAt: string;
  readonly installation: string;
  readonly site: string;
  readonly space?: string;
  readonly urls: {
    readonly publicEndpoint: string;
    readonly published?: string;
  };
}

/** Filters of a space's revisions. */
export interface RevisionQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only revisions that created this page or changed its title, path or text. */
  readonly page?: string | undefined;
}

/** A revision: the state of a space's pages after a change. */
export interface RevisionResource {
  readonly id: string;
  readonly spaceId: string;
  /** The revision's number within the space, from 1. */
  readonly number: number;
  /** A short description of the change. */
  readonly summary: string;
  /** Not set for the initial state. */
  readonly author?: RevisionAuthor | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** A revision with its pages, in tree order. */
export interface RevisionContent {
  readonly id: string;
  readonly spaceId: string;
  /** The revision's number within the space, from 1. */
  readonly number: number;
  /** A short description of the change. */
  readonly summary: string;
  /** Not set for the initial state. */
  readonly author?: RevisionAuthor | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  readonly pages: readonly RevisionPage[];
}

/** A page in a revision, without its text. */
export interface RevisionPage {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly parentId?: string | undefined;
}

/** The revision to compare with. */
export interface RevisionChangeQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** An older revision. Defaults to the previous one. */
  readonly since?: string | undefined;
}

/** The difference of one page between two revisions. */
export interface RevisionChange {
  readonly pageId: string;
  /** The title in the newer revision that contains the page. */
  readonly title: string;
  readonly changes: readonly PageChange[];
  /** The Markdown changes as a unified diff. Not set if there are none or too many. */
  readonly patch?: string | undefined;
}

/** A kind of change to a page between two revisions. */
export type PageChange = "created" | "deleted" | "renamed" | "edited" | "moved";

/** The part of a revision to restore. */
export interface RevisionRestoration {
  /** Only this page. Defaults to the whole space. */
  readonly pageId?: string | undefined;
}

/** Which of a page's shared drafts to use. */
export interface SharedDraftQuery {
  /** The change request that the draft belongs to. Defaults to the page's own shared draft. */
  readonly changeRequest?: string | undefined;
}

/** The shared draft of a page, if there is one. */
export interface SharedDraftReading {
  readonly draft?: SharedDraft | undefined;
}

/**
 * The draft of a page that several people edit together. Its text is a few seconds behind the newest
 * change.
 */
export interface SharedDraft {
  readonly id: string;
  readonly pageId: string;
  /** The format of the Yjs document. Clients that don't know it can't edit. */
  readonly format: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** The number of the newest change. */
  readonly sequence: number;
  /** ISO 8601 time. */
  readonly updatedAt: string;
  readonly title: string;
  readonly markdown: string;
}

/** The first text of a shared draft. Ignored if the page already has one. */
export interface SharedDraftStart {
  /** At most 200 characters; may be empty. */
  readonly title: string;
  /** At most a million characters. */
  readonly markdown: string;
  /** The format of the Yjs document. */
  readonly format: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** The Yjs document, in base64. At most 8 MiB. */
  readonly state: string;
  /**
   * The ID of the page's shared draft, which ends. For a draft whose state can't be read. Ignored if the
   * page has another one.
   */
  readonly replaces?: string | undefined;
}

/** The text of a shared draft as of a change. The state replaces the changes up to it. */
export interface SharedDraftSave {
  /** At most 200 characters; may be empty. */
  readonly title: string;
  /** At most a million characters. */
  readonly markdown: string;
  readonly draftId: string;
  /** The newest change that the text and the state contain. */
  readonly sequence: number;
  /** The Yjs document, in base64. At most 8 MiB. */
  readonly state: string;
}

/** The changes to read. */
export interface SharedDraftChangesQuery {
  /** The change request that the draft belongs to. Defaults to the page's own shared draft. */
  readonly changeRequest?: string | undefined;
  /** Only changes after this one. Defaults to the whole document. */
  readonly after?: number | undefined;
}

/** The changes of a page's shared draft, if there is one. */
export interface SharedDraftChangesReading {
  readonly draft?: SharedDraftChanges | undefined;
}

/** The changes of a shared draft. Apply the state first, if there is one. */
export interface SharedDraftChanges {
  readonly id: string;
  readonly pageId: string;
  /** The format of the Yjs document. Clients that don't know it can't edit. */
  readonly format: string;
  /** The page revision that the draft is based on. */
  readonly revisionId: string;
  /** The number of the newest change. */
  readonly sequence: number;
  /** ISO 8601 time. */
  readonly updatedAt: string;
  /** The Yjs document with older changes, in base64. Set if some of them are no longer stored. */
  readonly state?: string | undefined;
  /** The other changes, oldest first. */
  readonly updates: readonly {
    readonly sequence: number;
    /** A Yjs update in base64. */
    readonly content: string;
  }[];
}

/** A change to append to a shared draft. */
export interface SharedDraftChange {
  readonly draftId: string;
  /**
   * The newest change that the author has seen. If there is a newer one, the request fails with
   * `precondition_failed`.
   */
  readonly after: number;
  /**
   * A Yjs update, in base64. At most 4 MiB. After one without changes (`AAA=`), windows that have the
   * draft open save it.
   */
  readonly content: string;
  /**
   * The revision that the draft is based on, and the page's current revision, whose changes the update
   * contains.
   */
  readonly rebase?:
    | {
        readonly from: string;
        readonly to: string;
      }
    | undefined;
}

/** The number of an appended change. */
export interface SharedDraftSequence {
  readonly sequence: number;
}

/**
 * Who can read a site: everyone, or visitors that an integration authenticates. The integration must
 * be installed in the site and have the scope `site:visitor:auth`.
 */
export type SiteAccess =
  | {
      readonly audience: "everyone";
    }
  | {
      readonly audience: "visitors";
      /** The installation that authenticates visitors. */
      readonly installation: string;
    };

/**
 * The secrets for visitor tokens (HS256, with the whole text in UTF-8 as the key). Sign with the first
 * one; tokens signed with any of them are accepted.
 */
export interface SiteSigningSecrets {
  readonly secrets: readonly {
    readonly secret: string;
    /** ISO 8601 time. */
    readonly createdAt: string;
  }[];
}

/** The days to count. */
export interface PageViewsQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** The first day. Defaults to 30 days before the last one. */
  readonly from?: string | undefined;
  /** The last day. Defaults to today. */
  readonly to?: string | undefined;
}

/** The views of a page on one day. */
export interface PageViewsResource {
  readonly pageId: string;
  /** A UTC day, such as `2026-01-15`. */
  readonly day: string;
  readonly views: number;
}

/** Conversations to store, at most 50 at once. */
export interface ConversationIngestion {
  readonly conversations: readonly ConversationInput[];
}

/** A conversation with a visitor or customer, stored with a site. */
export interface ConversationInput {
  /** The integration's id for it. A repeated id replaces the earlier conversation. */
  readonly id: string;
  readonly subject?: string | undefined;
  /** ISO 8601 time. */
  readonly startedAt: string;
  readonly messages: readonly ConversationMessage[];
}

/** A message of a conversation. */
export interface ConversationMessage {
  readonly role: "assistant" | "user";
  /** At most 20,000 characters. */
  readonly text: string;
  /** ISO 8601 time. */
  readonly at?: string | undefined;
}

/** The number of stored conversations. */
export interface IngestedConversations {
  readonly accepted: number;
}

/** A stored conversation. It is deleted 90 days after it was last sent. */
export interface ConversationResource {
  /** The integration's id for it. A repeated id replaces the earlier conversation. */
  readonly id: string;
  readonly subject?: string | undefined;
  /** ISO 8601 time. */
  readonly startedAt: string;
  readonly messages: readonly ConversationMessage[];
  /** The integration that sent it. */
  readonly source: string;
  /** ISO 8601 time. */
  readonly receivedAt: string;
}

/** An OpenAPI document of a site, without its text. */
export interface OpenApiDocumentResource {
  readonly name: string;
  /** Counts the uploads under this name from 1; the version for `If-Match`. */
  readonly version: number;
  readonly title: string;
  /** The OpenAPI version, such as `3.1`. */
  readonly specification: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** The version of a document to read. */
export interface OpenApiDocumentQuery {
  /** Defaults to the latest. */
  readonly version?: number | undefined;
}

/** An OpenAPI document of a site. */
export interface OpenApiDocumentContent {
  readonly name: string;
  /** Counts the uploads under this name from 1; the version for `If-Match`. */
  readonly version: number;
  readonly title: string;
  /** The OpenAPI version, such as `3.1`. */
  readonly specification: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The uploaded JSON or YAML. */
  readonly text: string;
}

/** An OpenAPI document to upload. */
export interface OpenApiDocumentUpload {
  /** OpenAPI 2.0 to 3.2 as JSON or YAML, at most a million characters. */
  readonly text: string;
}

/** A domain that serves a site once a DNS record proves its ownership. */
export interface SiteDomain {
  /** In lower case and punycode, such as `docs.acme.example`. */
  readonly domain: string;
  /**
   * `pending` until the TXT record is found, for at most 7 days; `verified` while the site is served
   * there; `failed` if the record wasn't found or has been gone for 3 days. Failed domains are only
   * checked on request.
   */
  readonly status: "pending" | "verified" | "failed";
  /**
   * The records to create: the proof of ownership, and the address. An apex domain such as
   * `acme.example` needs an ALIAS or A record instead of the CNAME.
   */
  readonly records: readonly DomainRecord[];
  /** The reason the last check failed. */
  readonly problem?: string | undefined;
  /** The site's URL at this domain. */
  readonly url: string;
  /** ISO 8601 time. */
  readonly checkedAt?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** A DNS record. */
export interface DomainRecord {
  readonly type: "TXT" | "CNAME";
  readonly name: string;
  readonly value: string;
}

/** A domain to add. */
export interface SiteDomainAddition {
  /** A hostname such as `docs.acme.example`, without protocol, port or path. */
  readonly domain: string;
}

/** A site's appearance. Omitted fields use the defaults. */
export interface SiteCustomization {
  /** The logo before the title: an https URL, or the `path` of an image in the site's space. */
  readonly logoUrl?: string | undefined;
  /** The favicon: an https URL, or the `path` of an image in the site's space. */
  readonly iconUrl?: string | undefined;
  /** The color of links and buttons. */
  readonly accent?: SiteColor | undefined;
  /** Defaults to `system`, the visitor's preference. */
  readonly theme?: "system" | "light" | "dark" | undefined;
  /**
   * The typeface. `geist` is served with the site; the others are installed on the visitor's device.
   * Defaults to `system`, a sans-serif typeface.
   */
  readonly font?: "system" | "geist" | "serif" | "monospace" | undefined;
  /** Uploaded fonts. `font` is used until they have loaded, and for characters that they lack. */
  readonly fonts?:
    | {
        readonly body?: SiteFontFiles | undefined;
        /** Defaults to the font of the body. */
        readonly headings?: SiteFontFiles | undefined;
      }
    | undefined;
  /** At most eight. */
  readonly headerLinks?: readonly SiteLink[] | undefined;
  readonly footer?:
    | {
        /** At most 500 characters. */
        readonly text?: string | undefined;
        /** At most twenty. */
        readonly links?: readonly SiteLink[] | undefined;
      }
    | undefined;
}

/** A color for each theme, such as `#3454d1`, with a contrast ratio of at least 4.5 to the page. */
export interface SiteColor {
  /** On white. */
  readonly light: string;
  /** On `#14171d`. */
  readonly dark: string;
}

/** The fonts of a site's text or headings. */
export interface SiteFontFiles {
  readonly regular: SiteFont;
  /** Defaults to the weights of a variable `regular` font, or to a synthesized bold. */
  readonly bold?: SiteFont | undefined;
}

/**
 * A font in the site's space, with the measures of `uploadFont`. Until it has loaded, an installed
 * font is scaled to them.
 */
export interface SiteFont {
  readonly path: string;
  /** In font sizes, like the other lengths. */
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** The average width of a letter. Not set without Latin letters. */
  readonly width?: number | undefined;
  /** The weights of a variable font. Not set for a font with a single weight. */
  readonly minWeight?: number | undefined;
  readonly maxWeight?: number | undefined;
}

/** A link in a site's header or footer. */
export interface SiteLink {
  /** At most 60 characters. */
  readonly label: string;
  /** An http, https or mailto URL. */
  readonly url: string;
}

/** A link for viewing a site without being counted as a visitor. */
export interface SitePreview {
  readonly url: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** A font to store with a space. */
export interface FontUpload {
  /** A WOFF2 file of at most 2 MiB, in base64. */
  readonly content: string;
}

/** A font stored with a space. It never changes. */
export interface FontResource {
  readonly id: string;
  readonly spaceId: string;
  readonly bytes: number;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The value to set in `fonts` of a site's appearance. */
  readonly font: SiteFont;
}

/** A page search. */
export interface PageSearchQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /**
   * Words that must all occur in the page's title or text, at most 200 characters. An empty query finds
   * no pages.
   */
  readonly query?: string | undefined;
}

/** A search result. */
export interface FoundPage {
  readonly pageId: string;
  readonly title: string;
  readonly path: string;
  /** The text around the first match. */
  readonly excerpt: string;
}

/** The tabs of a site: its own space, then its sections. */
export interface SiteSections {
  readonly home: {
    /** The name in the tabs. At most 200 characters. */
    readonly title: string;
    /** The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`. */
    readonly language?: string | undefined;
    /** The name of the space itself among its variants, such as `v2`. Defaults to the title. */
    readonly variantTitle?: string | undefined;
    readonly variants?: readonly SiteVariant[] | undefined;
  };
  readonly sections: readonly SiteSection[];
  /** Changes with the sections; the version for `If-Match`. */
  readonly version: string;
}

/** Another version or language of a section. */
export interface SiteVariant {
  /** The path below the section: lower-case letters, digits and hyphens. */
  readonly path: string;
  /** The name in the menu of variants. At most 200 characters. */
  readonly title: string;
  /** A space of the site's organization, which the site shows once. */
  readonly spaceId: string;
  /** The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`. */
  readonly language?: string | undefined;
  /** A page with the same path, which visitors can't open. Change one of the two paths. */
  readonly hiddenPageId?: string | undefined;
}

/**
 * A space that a site shows below a path of its own. Visitors don't see sections of private and
 * trashed spaces.
 */
export interface SiteSection {
  /** The path below the site's URL: lower-case letters, digits and hyphens. */
  readonly path: string;
  /** A space of the site's organization, which the site shows once. */
  readonly spaceId: string;
  /** The name in the tabs. At most 200 characters. */
  readonly title: string;
  /** The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`. */
  readonly language?: string | undefined;
  /** The name of the space itself among its variants, such as `v2`. Defaults to the title. */
  readonly variantTitle?: string | undefined;
  readonly variants?: readonly SiteVariant[] | undefined;
  /** A page with the same path, which visitors can't open. Change one of the two paths. */
  readonly hiddenPageId?: string | undefined;
}

/** The sections of a site, in the order of its tabs. Replaces the previous ones. */
export interface SiteSectionsUpdate {
  /** The tab of the site's own space. Defaults to the title of the space. */
  readonly home?:
    | {
        /** The name in the tabs. At most 200 characters. */
        readonly title: string;
        /** The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`. */
        readonly language?: string | undefined;
        /** The name of the space itself among its variants, such as `v2`. Defaults to the title. */
        readonly variantTitle?: string | undefined;
        /** At most 10. */
        readonly variants?: readonly SiteVariantInput[] | undefined;
      }
    | undefined;
  /** At most 20. An empty list removes all. */
  readonly sections: readonly SiteSectionInput[];
}

/** Another version or language of a section. */
export interface SiteVariantInput {
  /** The path below the section: lower-case letters, digits and hyphens. */
  readonly path: string;
  /** The name in the menu of variants. At most 200 characters. */
  readonly title: string;
  /** A space of the site's organization, which the site shows once. */
  readonly spaceId: string;
  /** The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`. */
  readonly language?: string | undefined;
}

/** A space that a site shows below a path of its own. */
export interface SiteSectionInput {
  /** The path below the site's URL: lower-case letters, digits and hyphens. */
  readonly path: string;
  /** A space of the site's organization, which the site shows once. */
  readonly spaceId: string;
  /** The name in the tabs. At most 200 characters. */
  readonly title: string;
  /** The language of the pages as a BCP 47 tag, such as `de`. Defaults to `en`. */
  readonly language?: string | undefined;
  /** The name of the space itself among its variants, such as `v2`. Defaults to the title. */
  readonly variantTitle?: string | undefined;
  /** At most 10. */
  readonly variants?: readonly SiteVariantInput[] | undefined;
}

/** The spaces that an installation can be in. A site counts as the space it publishes. */
export type SpaceSelection =
  | {
      readonly type: "all";
    }
  | {
      readonly type: "selected";
      /** Space ids, at most 100. */
      readonly spaces: readonly string[];
    };

/** An installation in an organization. */
export interface InstallationResource {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  /** Problems with the settings that the integration reported, if any. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** Increases with each change; the version for `If-Match`. */
  readonly updatedAt: string;
  readonly id: string;
  /** The integration's name. */
  readonly integration: string;
  /** The organization's id. */
  readonly organization: string;
  /** Requested scopes that the organization hasn't consented to yet, if any. */
  readonly pendingScopes?: readonly ScopeName[] | undefined;
  /** The version it runs until the organization consents. Not set if it runs the current one. */
  readonly pinnedVersion?: number | undefined;
  /** Why the installation is paused, if a reason was given. */
  readonly pauseReason?: string | undefined;
  readonly urls: {
    readonly publicEndpoint: string;
    readonly app?: string;
  };
  readonly target: Target;
  /** The spaces it can be in. */
  readonly space_selection?: {
    readonly type: "all" | "selected";
    readonly spaces?: readonly string[];
  };
}

/** An event with its recipients, for administrators. */
export interface PlatformEventResource {
  readonly id: string;
  readonly type: string;
  readonly installationId?: string | undefined;
  /** The organization of a custom event. */
  readonly organizationId?: string | undefined;
  /** The channels that the event was emitted with, if any. */
  readonly channels?: readonly string[] | undefined;
  /** Empty after the event is expunged. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The time when the event's content was deleted. */
  readonly expungedAt?: string | undefined;
  /** ISO 8601 time. */
  readonly dueAt: string;
  /** When delivery stops. Not set if the retry schedule decides. */
  readonly expiresAt?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The installations that receive the event. Not set until they are determined. */
  readonly recipients?: readonly string[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/** The erased data of a visitor. */
export interface VisitorErasure {
  /** The number of erased events. */
  readonly events: number;
}

/** The input for rendering a component. */
export interface ComponentRendering {
  readonly props?: JsonObject | undefined;
  /** The state from the component's last response. Omit it for the first rendering. */
  readonly state?: JsonObject;
  readonly action?: {
    readonly action: string;
    readonly [name: string]: Json | undefined;
  };
  readonly context: {
    readonly type: UiContextType;
    readonly theme: "light" | "dark";
    readonly editable?: boolean;
    readonly spaceId?: string;
    readonly siteId?: string;
    readonly pageId?: string;
  };
}

/** A new embed token. */
export interface EmbedTokenCreation {
  /**
   * `marketplace`; `settings`, the configuration screen of one installation; `block`, a component of one
   * installation; or `portal`, the organization's webhook endpoints and deliveries.
   */
  readonly part: "marketplace" | "settings" | "block" | "portal";
  /**
   * The member who sees the part, with their role. Required for all parts but `portal`, which has no
   * member.
   */
  readonly userId?: string | undefined;
  /** The installation of `settings` and `block`. */
  readonly installationId?: string | undefined;
  /** The component of `block`, by its id in the manifest. */
  readonly componentId?: string | undefined;
  /**
   * The initial props of `block`, at most 1,000 characters of JSON. The page can change them, so
   * integrations must not trust them. Defaults to none.
   */
  readonly props?: JsonObject | undefined;
  /** Whether `portal` allows no changes and shows no secrets. Defaults to false. */
  readonly readOnly?: boolean | undefined;
  /**
   * The only event types that `portal` shows: exact names or wildcards such as `invoice.*`. Defaults to
   * all.
   */
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  /** The only origins whose pages can embed the part. At most 10. */
  readonly origins: readonly string[];
  /** At most an hour; defaults to 10 minutes. The component fetches a new token before it ends. */
  readonly lifetimeSeconds?: number | undefined;
  /**
   * The space that shows the component of `block`. The token renders it for no other resource. Defaults
   * to none.
   */
  readonly spaceId?: string | undefined;
  /**
   * The site that shows the component of `block`. The token renders it for no other resource. Defaults
   * to none.
   */
  readonly siteId?: string | undefined;
}

/** Selects the options of a setting. */
export interface PropertyOptionQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** The user's input so far. */
  readonly query?: string | undefined;
  /** The space whose settings are being edited. */
  readonly spaceId?: string | undefined;
  /** The site whose settings are being edited. */
  readonly siteId?: string | undefined;
}

/** The resource of a sample event. */
export interface SampleEventQuery {
  /** The resource of the event's kind. Defaults to the first one that has the integration. */
  readonly resourceId?: string | undefined;
  /** Defaults to the first space that has the integration. */
  readonly spaceId?: string | undefined;
  /** Defaults to the first site that has the integration. */
  readonly siteId?: string | undefined;
}

/** Changes to a sample event. */
export interface SampleEventCreation {
  /** The resource of the event's kind. Defaults to the first one that has the integration. */
  readonly resourceId?: string | undefined;
  /** Fields to override. Objects are merged, other values replaced. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Defaults to the first space that has the integration. */
  readonly spaceId?: string | undefined;
  /** Defaults to the first site that has the integration. */
  readonly siteId?: string | undefined;
}

/** Which stored values to list. */
export interface StorageListQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Lists only keys with this prefix. */
  readonly prefix?: string | undefined;
  /** Selects the values of the installation in this space. */
  readonly spaceId?: string | undefined;
  /** Selects the values of the installation in this site. */
  readonly siteId?: string | undefined;
}

/** The resource installation that stored values belong to. Defaults to the installation itself. */
export interface StorageQuery {
  /** Selects the values of the installation in this space. */
  readonly spaceId?: string | undefined;
  /** Selects the values of the installation in this site. */
  readonly siteId?: string | undefined;
}

/** Work that an integration queues for itself, delivered as a `task` event. */
export interface TaskCreation {
  readonly task: {
    /** At most 100 characters. */
    readonly type: string;
    /** JSON. */
    readonly payload?: unknown;
  };
  /** The installation to run the task for. Required unless the token belongs to an installation. */
  readonly installationId?: string | undefined;
  /** Delay in seconds, at most 30 days. Defaults to 0. */
  readonly delaySeconds?: number | undefined;
  /**
   * When the task becomes obsolete: if it isn't handled by then, it fails as `expired`. By default only
   * the retry schedule limits delivery.
   */
  readonly expiresAt?: string | undefined;
  /** A space of the installation; the task's environment then contains the space installation. */
  readonly spaceId?: string | undefined;
  /** A site of the installation; the task's environment then contains the site installation. */
  readonly siteId?: string | undefined;
}

/** An organization's usage. */
export interface OrganizationUsage {
  readonly members: number;
  readonly apiKeys: number;
  readonly installations: number;
  readonly webhookEndpoints: number;
  /** Deliveries currently in flight. */
  readonly deliveriesInFlight: number;
  /** Stored events. */
  readonly events: number;
  /** Characters in stored events and in the product's content. */
  readonly storedCharacters: number;
  /** Quotas of which at least 80% is used. */
  readonly nearQuotas: readonly NearQuota[];
  /** Limits that the platform administrator configured. */
  readonly limits: OrganizationQuota;
  /** Requests of all API keys. */
  readonly requests: RateUsage;
  /** Events that count toward the quota, if there is one. */
  readonly emittedEvents?: RateUsage | undefined;
  /** Tasks, if there is a quota. */
  readonly tasks?: RateUsage | undefined;
  readonly spaces: number;
  readonly pages: number;
  readonly sites: number;
  /** Bytes of all images of pages. */
  readonly imageBytes: number;
}

/** An organization's limits. */
export interface OrganizationQuota {
  /** Requests of all its API keys. Defaults to the platform's limit. */
  readonly requestsPerMinute?: number | undefined;
  /** Tasks that all integrations queue in the organization, in addition to the limit per integration. */
  readonly tasksPerMinute?: number | undefined;
  /**
   * Events that API calls emit, plus the product's. API calls beyond the quota are rejected. Tasks and
   * installation events don't count.
   */
  readonly eventsPerMinute?: number | undefined;
  /**
   * Approximate number of concurrent deliveries to endpoints and integrations, across all processes.
   * Further deliveries wait.
   */
  readonly maxDeliveriesInFlight?: number | undefined;
  readonly maxWebhookEndpoints?: number | undefined;
  /** Days until event bodies are expunged. Delivery records are kept for the usual time. */
  readonly keepBodiesDays?: number | undefined;
  readonly ownerRequestsPerMinute?: number | undefined;
  readonly adminRequestsPerMinute?: number | undefined;
  readonly editorRequestsPerMinute?: number | undefined;
  readonly developerRequestsPerMinute?: number | undefined;
  readonly operatorRequestsPerMinute?: number | undefined;
  readonly readerRequestsPerMinute?: number | undefined;
  /** Characters of all current pages. */
  readonly maxPageCharacters?: number | undefined;
  /** Bytes of all images of pages. Defaults to 1 GiB. */
  readonly maxImageBytes?: number | undefined;
}

/** A URL or queue that receives webhooks for an installation. Its secrets are read separately. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly health: EndpointHealth;
  readonly installationId: string;
  /** The URL to poll, for a polling endpoint. */
  readonly url: string;
  /** The consumer polls for deliveries. Not set if they are sent to the URL. */
  readonly polling?: true | undefined;
  /** Not set if deliveries are HTTP requests. */
  readonly destination?: EndpointDestination | undefined;
  readonly eventTypes: readonly EndpointEventType[];
  /** Limits the endpoint to events of these channels. Not set if it receives all events. */
  readonly channels?: readonly string[] | undefined;
  /** Not set if a shared secret signs. */
  readonly signingKey?: "ed25519" | undefined;
  /** Limits the endpoint to events that meet all conditions. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /** Limits the endpoint to events of this resource. */
  readonly resource?: ResourceRef | undefined;
  /** The integration transforms each payload. By default events are sent unchanged. */
  readonly transform?: boolean | undefined;
  /** The delay before each retry, in seconds. Not set if the server's schedule applies. */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
  /** Timeout of a request in milliseconds. Defaults to the platform's timeout. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * Custom request headers. They are encrypted at rest; responses show the names, with `[redacted]` as
   * values.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Defaults to both. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
  /**
   * Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`,
   * `acme-signature` and `x-acme-signature`. At most 40 characters. Defaults to `webhook-…` and
   * `X-Service-Signature`.
   */
  readonly headerPrefix?: string | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  readonly clientCertificate?: EndpointCertificate | undefined;
  /**
   * Whether the endpoint passed the platform's challenge; deliveries wait until then. Not set if none is
   * required.
   */
  readonly verification?: "pending" | "verified" | undefined;
  /** `paused` queues deliveries until the endpoint is enabled; `disabled` gets no new ones. */
  readonly status: "enabled" | "paused" | "disabled";
  /**
   * Why the platform disabled the endpoint. `gone`: it responded with 410. `failing`: all requests
   * failed for days. Not set if a person disabled it.
   */
  readonly disabledReason?: "gone" | "failing" | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
  /** Limits the endpoint to events of this space. */
  readonly spaceId?: string | undefined;
  /** Limits the endpoint to events of this site. */
  readonly siteId?: string | undefined;
}

/** A new webhook endpoint. */
export interface WebhookEndpointCreation {
  /**
   * A public https URL of at most 2,000 characters, or http if the operator allows it. The address of
   * its system if `destination` is set. Required unless `polling` is set.
   */
  readonly url?: string | undefined;
  /** Publishes to a queue or another system instead of sending HTTP requests. Its type can't change. */
  readonly destination?: EndpointDestination | undefined;
  /**
   * Creates a polling endpoint: its consumer fetches deliveries with a token instead of receiving
   * requests. Excludes the options for sending.
   */
  readonly polling?: true | undefined;
  /** 1 to 200 event types. A wildcard includes types that are defined later. */
  readonly eventTypes: readonly EndpointEventType[];
  /**
   * Limits the endpoint to events of these channels. At most 100, each of up to 128 letters, digits and
   * `_ - . : /`. By default it receives events with or without channels.
   */
  readonly channels?: readonly string[] | undefined;
  /** Limits the endpoint to events that meet all conditions. At most 20. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /**
   * Limits the endpoint to events of this resource of the product. Can't be combined with the ID of a
   * resource, such as `projectId`.
   */
  readonly resource?: ResourceRef | undefined;
  /**
   * `ed25519` signs with a private key that never leaves the platform, in the `v1a` format of Standard
   * Webhooks only. Defaults to a shared secret.
   */
  readonly signingKey?: "ed25519" | undefined;
  /**
   * `paused` queues deliveries and `disabled` gets none until the endpoint is enabled. Defaults to
   * `enabled`.
   */
  readonly status?: "enabled" | "paused" | "disabled" | undefined;
  /** Holds deliveries until the endpoint passes `verifyWebhookEndpoint`, and again after its URL changes. */
  readonly requiresVerification?: boolean | undefined;
  /**
   * Lets the integration's `fetch_webhook_payload` handler create each payload before it is signed. If
   * it returns no payload, the attempt fails.
   */
  readonly transform?: boolean | undefined;
  /**
   * The delay before each retry in whole seconds, at most 30 days each and at most 50 retries. Up to 10%
   * is added at random. Defaults to the server's schedule.
   */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
  /** Timeout of a request in milliseconds. Defaults to the platform's timeout. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * Custom request headers. They are encrypted at rest; responses show the names, with `[redacted]` as
   * values.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Defaults to both. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
  /**
   * Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`,
   * `acme-signature` and `x-acme-signature`. At most 40 characters. Defaults to `webhook-…` and
   * `X-Service-Signature`.
   */
  readonly headerPrefix?: string | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  readonly clientCertificate?: EndpointCertificate | undefined;
  /** Limits the endpoint to events of this space. Can't be combined with `siteId`. */
  readonly spaceId?: string | undefined;
  /** Limits the endpoint to events of this site. Can't be combined with `spaceId`. */
  readonly siteId?: string | undefined;
}

/** The input and output types of each operation. */
export interface OperationTypes {
  /** Read the visitor claims that a site stores. */
  readonly getClaimsSchema: {
    readonly path: "/sites/{siteId}/claims-schema";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ClaimsSchema;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Set the visitor claims that a site stores, effective at the next sign-in. */
  readonly updateClaimsSchema: {
    readonly path: "/sites/{siteId}/claims-schema";
    readonly query: undefined;
    readonly body: ClaimsSchema;
    readonly response: ClaimsSchema;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a page's audience on sites. */
  readonly getPageConditions: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/conditions";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: PageConditions;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Show a page on sites only to visitors whose claims meet all conditions. */
  readonly updatePageConditions: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/conditions";
    readonly query: undefined;
    readonly body: PageConditions;
    readonly response: PageConditions;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the change requests of a space, newest first. */
  readonly listChangeRequests: {
    readonly path: "/spaces/{spaceId}/change-requests";
    readonly query: ChangeRequestQuery;
    readonly body: undefined;
    readonly response: Page<ChangeRequest>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a change request, to review and publish several pages together. */
  readonly createChangeRequest: {
    readonly path: "/spaces/{spaceId}/change-requests";
    readonly query: undefined;
    readonly body: ChangeRequestCreation;
    readonly response: ChangeRequest;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a change request with the state of its pages and its review. */
  readonly getChangeRequest: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Rename, describe, close or open a change request. */
  readonly updateChangeRequest: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}";
    readonly query: undefined;
    readonly body: ChangeRequestUpdate;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the changed pages of a change request, with text diffs. */
  readonly listChangeRequestChanges: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/changes";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ChangeRequestChange>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Move a page's shared draft into a change request. */
  readonly addChangeRequestPage: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pages";
    readonly query: undefined;
    readonly body: ChangeRequestAddition;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Move a draft out of a change request: it becomes the page's own shared draft. */
  readonly removeChangeRequestPage: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pages/{pageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Plan to move or delete a page, or to change its path, when a change request is published. */
  readonly planChangeRequestPage: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/structure/{pageId}";
    readonly query: undefined;
    readonly body: PagePlan;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Leave a page where it is when a change request is published. */
  readonly cancelChangeRequestPlan: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/structure/{pageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Send all pages of a change request for review, which replaces its earlier review. */
  readonly requestChangeRequestReview: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/review";
    readonly query: undefined;
    readonly body: ChangeRequestReviewRequest;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Approve a change request as another person, or ask for changes. */
  readonly decideChangeRequest: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/review/decision";
    readonly query: undefined;
    readonly body: DraftReviewDecision;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Publish all pages of a change request as one revision; emits space_content_updated. */
  readonly publishChangeRequest: {
    readonly path: "/spaces/{spaceId}/change-requests/{changeRequestId}/publish";
    readonly query: undefined;
    readonly body: ChangeRequestPublication;
    readonly response: ChangeRequest;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the comment threads of a page, oldest first. */
  readonly listComments: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/comments";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<CommentThread>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Start a comment thread on a part of a page. */
  readonly createComment: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/comments";
    readonly query: undefined;
    readonly body: CommentCreation;
    readonly response: CommentThread;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Reply to a comment thread. */
  readonly replyToComment: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}/replies";
    readonly query: undefined;
    readonly body: CommentReply;
    readonly response: CommentThread;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resolve or reopen a comment thread. */
  readonly updateComment: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}";
    readonly query: undefined;
    readonly body: CommentUpdate;
    readonly response: CommentThread;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Delete a comment thread with its replies. */
  readonly deleteComment: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a space. */
  readonly createSpace: {
    readonly path: "/spaces";
    readonly query: undefined;
    readonly body: SpaceCreation;
    readonly response: SpaceResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change a space; a new visibility emits space_visibility_updated. */
  readonly updateSpace: {
    readonly path: "/spaces/{spaceId}";
    readonly query: undefined;
    readonly body: SpaceUpdate;
    readonly response: SpaceResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Move a space to the trash: its sites go offline, and its pages become read-only. */
  readonly trashSpace: {
    readonly path: "/spaces/{spaceId}/trash";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SpaceResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Restore a space from the trash. */
  readonly restoreSpace: {
    readonly path: "/spaces/{spaceId}/restore";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SpaceResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a page; emits space_content_updated. */
  readonly createPage: {
    readonly path: "/spaces/{spaceId}/pages";
    readonly query: undefined;
    readonly body: PageCreation;
    readonly response: PageResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Rename a page, or change its path; emits space_content_updated. */
  readonly updatePage: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}";
    readonly query: undefined;
    readonly body: PageUpdate;
    readonly response: PageResource;
    readonly idempotent: undefined;
    readonly version: "revisionId";
    readonly creates: undefined;
  };
  /** Move a page with its subpages; emits space_content_updated. */
  readonly movePage: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/move";
    readonly query: undefined;
    readonly body: PageMove;
    readonly response: PageResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Delete a page with its subpages; emits space_content_updated. */
  readonly deletePage: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a site that publishes a space. */
  readonly createSite: {
    readonly path: "/sites";
    readonly query: undefined;
    readonly body: SiteCreation;
    readonly response: SiteResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change a site's title, URL or published space. */
  readonly updateSite: {
    readonly path: "/sites/{siteId}";
    readonly query: undefined;
    readonly body: SiteUpdate;
    readonly response: SiteResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Move a site to the trash: it goes offline and keeps its URL. */
  readonly trashSite: {
    readonly path: "/sites/{siteId}/trash";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Restore a site from the trash. */
  readonly restoreSite: {
    readonly path: "/sites/{siteId}/restore";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List spaces. */
  readonly listSpaces: {
    readonly path: "/spaces";
    readonly query: OrganizationQuery;
    readonly body: undefined;
    readonly response: Page<SpaceResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a space. */
  readonly getSpace: {
    readonly path: "/spaces/{spaceId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SpaceResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the pages of a space. */
  readonly listPages: {
    readonly path: "/spaces/{spaceId}/pages";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PageResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the Markdown files of a space's pages. */
  readonly listPageFiles: {
    readonly path: "/spaces/{spaceId}/page-files";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PageFile>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a page. */
  readonly getPage: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: PageResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a page's content. */
  readonly getPageContent: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/content";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: PageContent;
    readonly idempotent: undefined;
    readonly version: "revisionId";
    readonly creates: undefined;
  };
  /** Save a page; emits space_content_updated. */
  readonly updatePageContent: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/content";
    readonly query: undefined;
    readonly body: PageContentUpdate;
    readonly response: PageContent;
    readonly idempotent: undefined;
    readonly version: "revisionId";
    readonly creates: undefined;
  };
  /** List sites. */
  readonly listSites: {
    readonly path: "/sites";
    readonly query: OrganizationQuery;
    readonly body: undefined;
    readonly response: Page<SiteResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a site. */
  readonly getSite: {
    readonly path: "/sites/{siteId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the reviews of a space's shared drafts. */
  readonly listDraftReviews: {
    readonly path: "/spaces/{spaceId}/draft-reviews";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<DraftReviewSummary>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the review of a page's shared draft, if there is one. */
  readonly getDraftReview: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft-review";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: DraftReviewReading;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Send a page's shared draft for review, which replaces its earlier review. */
  readonly requestDraftReview: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft-review";
    readonly query: undefined;
    readonly body: DraftReviewRequest;
    readonly response: DraftReview;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Approve a page's shared draft as another person, or ask for changes. */
  readonly decideDraftReview: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft-review/decision";
    readonly query: undefined;
    readonly body: DraftReviewDecision;
    readonly response: DraftReview;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** End the review of a page's shared draft. */
  readonly cancelDraftReview: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft-review";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a space's Git connection and the result of its last sync. */
  readonly getGitSync: {
    readonly path: "/spaces/{spaceId}/git";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: GitSyncResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Connect a space to a Git repository, or change the connection. */
  readonly configureGitSync: {
    readonly path: "/spaces/{spaceId}/git";
    readonly query: undefined;
    readonly body: GitSyncUpdate;
    readonly response: GitSyncResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Disconnect a space from Git; its pages and the repository are unchanged. */
  readonly deleteGitSync: {
    readonly path: "/spaces/{spaceId}/git";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Sync a space with its repository; emits space_gitsync_started and space_gitsync_completed. */
  readonly startGitSync: {
    readonly path: "/spaces/{spaceId}/git/sync";
    readonly query: undefined;
    readonly body: GitSyncStart;
    readonly response: GitSyncResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the images of a space. */
  readonly listImages: {
    readonly path: "/spaces/{spaceId}/images";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ImageResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Store an image for the pages of a space. */
  readonly uploadImage: {
    readonly path: "/spaces/{spaceId}/images";
    readonly query: undefined;
    readonly body: ImageUpload;
    readonly response: ImageResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an image's type and size. */
  readonly getImage: {
    readonly path: "/spaces/{spaceId}/images/{imageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ImageResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an image's content. */
  readonly getImageContent: {
    readonly path: "/spaces/{spaceId}/images/{imageId}/content";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ImageContent;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Delete an image; pages that use it show a broken image. */
  readonly deleteImage: {
    readonly path: "/spaces/{spaceId}/images/{imageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the blocks of integrations in a page. */
  readonly listPageBlocks: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/blocks";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PageBlockResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Replace the props of a page's block; emits space_content_updated. */
  readonly updatePageBlock: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/blocks/{blockIndex}";
    readonly query: undefined;
    readonly body: PageBlockUpdate;
    readonly response: PageBlockResource;
    readonly idempotent: undefined;
    readonly version: "revisionId";
    readonly creates: undefined;
  };
  /** Unfurl a link into an integration's block. */
  readonly unfurlLink: {
    readonly path: "/spaces/{spaceId}/unfurl";
    readonly query: undefined;
    readonly body: LinkToUnfurl;
    readonly response: UnfurledLink;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the caller's drafts of pages of a space, without their text. */
  readonly listPageDrafts: {
    readonly path: "/spaces/{spaceId}/drafts";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PageDraftSummary>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the caller's draft of a page, if there is one. */
  readonly getPageDraft: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: PageDraftReading;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Save the caller's draft of a page, which is private and emits no event. */
  readonly savePageDraft: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft";
    readonly query: undefined;
    readonly body: PageDraftUpdate;
    readonly response: PageDraft;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: true;
  };
  /** Discard the caller's draft of a page, if there is one. */
  readonly discardPageDraft: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/draft";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** List the windows in which a page is open, including the caller's. */
  readonly listPagePresence: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/presence";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PagePresence>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Announce that a window has a page open, or left it. */
  readonly announcePagePresence: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/presence";
    readonly query: undefined;
    readonly body: PagePresenceAnnouncement;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the spaces an integration is installed in. */
  readonly listSpaceInstallations: {
    readonly path: "/installations/{installationId}/spaces";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<SpaceInstallationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Install an integration into a space; emits space_installation_setup. */
  readonly createSpaceInstallation: {
    readonly path: "/installations/{installationId}/spaces/{spaceId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SpaceInstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a space installation. */
  readonly getSpaceInstallation: {
    readonly path: "/installations/{installationId}/spaces/{spaceId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SpaceInstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Edit a space installation; an edit of its configuration emits space_installation_setup. */
  readonly updateSpaceInstallation: {
    readonly path: "/installations/{installationId}/spaces/{spaceId}";
    readonly query: undefined;
    readonly body: InstallationUpdate;
    readonly response: SpaceInstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Remove an integration from a space; emits space_installation_deleted. */
  readonly deleteSpaceInstallation: {
    readonly path: "/installations/{installationId}/spaces/{spaceId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the sites an integration is installed in. */
  readonly listSiteInstallations: {
    readonly path: "/installations/{installationId}/sites";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<SiteInstallationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Install an integration into a site; emits site_installation_setup. */
  readonly createSiteInstallation: {
    readonly path: "/installations/{installationId}/sites/{siteId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteInstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a site installation. */
  readonly getSiteInstallation: {
    readonly path: "/installations/{installationId}/sites/{siteId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteInstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Edit a site installation; an edit of its configuration emits site_installation_setup. */
  readonly updateSiteInstallation: {
    readonly path: "/installations/{installationId}/sites/{siteId}";
    readonly query: undefined;
    readonly body: InstallationUpdate;
    readonly response: SiteInstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Remove an integration from a site; emits site_installation_deleted. */
  readonly deleteSiteInstallation: {
    readonly path: "/installations/{installationId}/sites/{siteId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Get a ticket that opens the callback of a button among the settings of a space installation. */
  readonly createSpaceConnectTicket: {
    readonly path: "/installations/{installationId}/spaces/{spaceId}/connect/{property}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ConnectTicket;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Get a ticket that opens the callback of a button among the settings of a site installation. */
  readonly createSiteConnectTicket: {
    readonly path: "/installations/{installationId}/sites/{siteId}/connect/{property}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ConnectTicket;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the revisions of a space, newest first. */
  readonly listRevisions: {
    readonly path: "/spaces/{spaceId}/revisions";
    readonly query: RevisionQuery;
    readonly body: undefined;
    readonly response: Page<RevisionResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a revision with its tree of pages. */
  readonly getRevision: {
    readonly path: "/spaces/{spaceId}/revisions/{revisionId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: RevisionContent;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a page's content in a revision. */
  readonly getRevisionPage: {
    readonly path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: PageContent;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the changes in a revision by page, with text diffs. */
  readonly listRevisionChanges: {
    readonly path: "/spaces/{spaceId}/revisions/{revisionId}/changes";
    readonly query: RevisionChangeQuery;
    readonly body: undefined;
    readonly response: Page<RevisionChange>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Restore a revision, or one page of it, as a new revision; emits space_content_updated. */
  readonly restoreRevision: {
    readonly path: "/spaces/{spaceId}/revisions/{revisionId}/restore";
    readonly query: undefined;
    readonly body: RevisionRestoration;
    readonly response: SpaceResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the text of a page's shared draft, if there is one. */
  readonly getSharedDraft: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/shared-draft";
    readonly query: SharedDraftQuery;
    readonly body: undefined;
    readonly response: SharedDraftReading;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Start a page's shared draft, or return the existing one. */
  readonly startSharedDraft: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/shared-draft";
    readonly query: SharedDraftQuery;
    readonly body: SharedDraftStart;
    readonly response: SharedDraft;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Save the text of a page's shared draft. */
  readonly saveSharedDraft: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/shared-draft";
    readonly query: SharedDraftQuery;
    readonly body: SharedDraftSave;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the changes of a page's shared draft, if there is one. */
  readonly getSharedDraftChanges: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/shared-draft/changes";
    readonly query: SharedDraftChangesQuery;
    readonly body: undefined;
    readonly response: SharedDraftChangesReading;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Append a change to a page's shared draft. */
  readonly appendSharedDraftChange: {
    readonly path: "/spaces/{spaceId}/pages/{pageId}/shared-draft/changes";
    readonly query: SharedDraftQuery;
    readonly body: SharedDraftChange;
    readonly response: SharedDraftSequence;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read who can access a site. */
  readonly getSiteAccess: {
    readonly path: "/sites/{siteId}/access";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteAccess;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Open a site to everyone, or restrict it to visitors that an integration signs in. */
  readonly updateSiteAccess: {
    readonly path: "/sites/{siteId}/access";
    readonly query: undefined;
    readonly body: SiteAccess;
    readonly response: SiteAccess;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the signing secrets for a site's visitor tokens. */
  readonly getSiteSigningSecrets: {
    readonly path: "/sites/{siteId}/signing-secrets";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteSigningSecrets;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Rotate the secret for visitor tokens; the previous one stays valid until the next rotation. */
  readonly rotateSiteSigningSecret: {
    readonly path: "/sites/{siteId}/signing-secrets/rotate";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteSigningSecrets;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the daily views of a site's pages. */
  readonly listSiteViews: {
    readonly path: "/sites/{siteId}/views";
    readonly query: PageViewsQuery;
    readonly body: undefined;
    readonly response: Page<PageViewsResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Store conversations for a site, for 90 days. */
  readonly ingestConversations: {
    readonly path: "/sites/{siteId}/conversations";
    readonly query: undefined;
    readonly body: ConversationIngestion;
    readonly response: IngestedConversations;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List a site's stored conversations, newest first. */
  readonly listConversations: {
    readonly path: "/sites/{siteId}/conversations";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ConversationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the latest versions of a site's OpenAPI documents. */
  readonly listOpenApiDocuments: {
    readonly path: "/sites/{siteId}/openapi";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<OpenApiDocumentResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an OpenAPI document of a site. */
  readonly getOpenApiDocument: {
    readonly path: "/sites/{siteId}/openapi/{documentName}";
    readonly query: OpenApiDocumentQuery;
    readonly body: undefined;
    readonly response: OpenApiDocumentContent;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Validate an OpenAPI document and store it as the latest version under its name. */
  readonly uploadOpenApiDocument: {
    readonly path: "/sites/{siteId}/openapi/{documentName}";
    readonly query: undefined;
    readonly body: OpenApiDocumentUpload;
    readonly response: OpenApiDocumentResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the domains of a site with their DNS records. */
  readonly listSiteDomains: {
    readonly path: "/sites/{siteId}/domains";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<SiteDomain>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Add a domain to a site, at most 5. */
  readonly addSiteDomain: {
    readonly path: "/sites/{siteId}/domains";
    readonly query: undefined;
    readonly body: SiteDomainAddition;
    readonly response: SiteDomain;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Check the DNS record of a site's domain. */
  readonly checkSiteDomain: {
    readonly path: "/sites/{siteId}/domains/{domainName}/check";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteDomain;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Remove a domain from a site, and stop serving the site there. */
  readonly removeSiteDomain: {
    readonly path: "/sites/{siteId}/domains/{domainName}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a site's appearance. */
  readonly getSiteCustomization: {
    readonly path: "/sites/{siteId}/customization";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteCustomization;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Set a site's appearance; omitted fields use the defaults. */
  readonly updateSiteCustomization: {
    readonly path: "/sites/{siteId}/customization";
    readonly query: undefined;
    readonly body: SiteCustomization;
    readonly response: SiteCustomization;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a preview link for a site with all its pages, valid for an hour; views aren't counted. */
  readonly createSitePreview: {
    readonly path: "/sites/{siteId}/previews";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SitePreview;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a preview link that shows a site with another appearance, without saving it. */
  readonly previewSiteCustomization: {
    readonly path: "/sites/{siteId}/customization/preview";
    readonly query: undefined;
    readonly body: SiteCustomization;
    readonly response: SitePreview;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Store a font for the sites of a space; it is removed 30 days after no site uses it. */
  readonly uploadFont: {
    readonly path: "/spaces/{spaceId}/fonts";
    readonly query: undefined;
    readonly body: FontUpload;
    readonly response: FontResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Search a space for pages that contain all words of a query, best match first. */
  readonly listMatchingPages: {
    readonly path: "/spaces/{spaceId}/search";
    readonly query: PageSearchQuery;
    readonly body: undefined;
    readonly response: Page<FoundPage>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the sections of a site. */
  readonly getSiteSections: {
    readonly path: "/sites/{siteId}/sections";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SiteSections;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Set the sections of a site: further spaces that it shows as tabs. */
  readonly updateSiteSections: {
    readonly path: "/sites/{siteId}/sections";
    readonly query: undefined;
    readonly body: SiteSectionsUpdate;
    readonly response: SiteSections;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Limit an installation to certain spaces, or allow all. */
  readonly selectSpaces: {
    readonly path: "/installations/{installationId}/space-selection";
    readonly query: undefined;
    readonly body: SpaceSelection;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the events with a visitor's data, newest first. */
  readonly listVisitorEvents: {
    readonly path: "/organizations/{organizationId}/visitors/{visitorId}/events";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PlatformEventResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Erase a visitor's data: events, deliveries and submitted content. */
  readonly eraseVisitor: {
    readonly path: "/organizations/{organizationId}/visitors/{visitorId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: VisitorErasure;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Render a component, optionally after an action. */
  readonly renderComponent: {
    readonly path: "/installations/{installationId}/components/{componentId}/render";
    readonly query: undefined;
    readonly body: ComponentRendering;
    readonly response: UiRenderResponse;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a short-lived token for one embedded part; needs an API key. */
  readonly createEmbedToken: {
    readonly path: "/organizations/{organizationId}/embed-tokens";
    readonly query: undefined;
    readonly body: EmbedTokenCreation;
    readonly response: CreatedEmbedToken;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List events, newest first. */
  readonly listEvents: {
    readonly path: "/events";
    readonly query: EventQuery;
    readonly body: undefined;
    readonly response: Page<PlatformEventResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List installations. */
  readonly listInstallations: {
    readonly path: "/installations";
    readonly query: OrganizationQuery;
    readonly body: undefined;
    readonly response: Page<InstallationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an installation. */
  readonly getInstallation: {
    readonly path: "/installations/{installationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Edit an installation; an edit of its configuration emits installation_setup. */
  readonly updateInstallation: {
    readonly path: "/installations/{installationId}";
    readonly query: undefined;
    readonly body: InstallationUpdate;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Pause an installation, which queues its events. */
  readonly pauseInstallation: {
    readonly path: "/installations/{installationId}/pause";
    readonly query: undefined;
    readonly body: InstallationPause;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resume a paused installation. */
  readonly resumeInstallation: {
    readonly path: "/installations/{installationId}/resume";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the integration's options for a setting. */
  readonly listPropertyOptions: {
    readonly path: "/installations/{installationId}/options/{property}";
    readonly query: PropertyOptionQuery;
    readonly body: undefined;
    readonly response: Page<PropertyOption>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an integration's installations; an installation's token lists only itself. */
  readonly listIntegrationInstallations: {
    readonly path: "/integrations/{integration}/installations";
    readonly query: IntegrationInstallationQuery;
    readonly body: undefined;
    readonly response: Page<InstallationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Install an integration in an organization; emits installation_setup. */
  readonly installIntegration: {
    readonly path: "/integrations/{integration}/installations";
    readonly query: ShareQuery;
    readonly body: InstallationCreation;
    readonly response: InstallationResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a sample of an event type, and whether an installation would receive it. */
  readonly getSampleEvent: {
    readonly path: "/installations/{installationId}/sample-events/{eventType}";
    readonly query: SampleEventQuery;
    readonly body: undefined;
    readonly response: SampleEventResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Send a sample event to one installation, delivered and retried like any other. */
  readonly sendSampleEvent: {
    readonly path: "/installations/{installationId}/sample-events/{eventType}";
    readonly query: undefined;
    readonly body: SampleEventCreation;
    readonly response: SentSampleEvent;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List stored values by key. */
  readonly listStoredValues: {
    readonly path: "/installations/{installationId}/storage";
    readonly query: StorageListQuery;
    readonly body: undefined;
    readonly response: Page<StoredValue>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a stored value. */
  readonly getStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}";
    readonly query: StorageQuery;
    readonly body: undefined;
    readonly response: StoredValue;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Store a value. */
  readonly setStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}";
    readonly query: StorageQuery;
    readonly body: StoredValueUpdate;
    readonly response: StoredValueVersion;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: true;
  };
  /** Delete a stored value, if there is one. */
  readonly deleteStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}";
    readonly query: StorageQuery;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Add to a stored number, which starts at 0. */
  readonly incrementStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}/increment";
    readonly query: StorageQuery;
    readonly body: StoredValueIncrement;
    readonly response: StoredNumber;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Queue a task, which is delivered as a task event. */
  readonly queueTask: {
    readonly path: "/tasks";
    readonly query: undefined;
    readonly body: TaskCreation;
    readonly response: TaskResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an organization's usage. */
  readonly getOrganizationUsage: {
    readonly path: "/organizations/{organizationId}/usage";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: OrganizationUsage;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Set an organization's quotas; omitted ones use the defaults. */
  readonly setOrganizationQuota: {
    readonly path: "/organizations/{organizationId}/quota";
    readonly query: undefined;
    readonly body: OrganizationQuota;
    readonly response: OrganizationUsage;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Grant the scopes that a new version of an installation's integration requests. */
  readonly consentToInstallation: {
    readonly path: "/installations/{installationId}/consent";
    readonly query: undefined;
    readonly body: Consent;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the webhook endpoints of an installation. */
  readonly listWebhookEndpoints: {
    readonly path: "/installations/{installationId}/webhook-endpoints";
    readonly query: WebhookEndpointQuery;
    readonly body: undefined;
    readonly response: Page<WebhookEndpoint>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a webhook endpoint with a new secret. */
  readonly createWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints";
    readonly query: undefined;
    readonly body: WebhookEndpointCreation;
    readonly response: WebhookEndpoint;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a webhook endpoint. */
  readonly getWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones. */
  readonly updateWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}";
    readonly query: undefined;
    readonly body: WebhookEndpointUpdate;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
  readonly verifyWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Pause a webhook endpoint, which queues its deliveries. */
  readonly pauseWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/pause";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resume a paused webhook endpoint, which sends its queued deliveries. */
  readonly resumeWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/resume";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
}

/** A documented method for each operation. */
export interface OperationMethods<Methods extends { readonly [Id in keyof OperationTypes]: unknown }> {
  /** Read the visitor claims that a site stores. */
  readonly getClaimsSchema: Methods["getClaimsSchema"];
  /** Set the visitor claims that a site stores, effective at the next sign-in. */
  readonly updateClaimsSchema: Methods["updateClaimsSchema"];
  /** Read a page's audience on sites. */
  readonly getPageConditions: Methods["getPageConditions"];
  /** Show a page on sites only to visitors whose claims meet all conditions. */
  readonly updatePageConditions: Methods["updatePageConditions"];
  /** List the change requests of a space, newest first. */
  readonly listChangeRequests: Methods["listChangeRequests"];
  /** Create a change request, to review and publish several pages together. */
  readonly createChangeRequest: Methods["createChangeRequest"];
  /** Read a change request with the state of its pages and its review. */
  readonly getChangeRequest: Methods["getChangeRequest"];
  /** Rename, describe, close or open a change request. */
  readonly updateChangeRequest: Methods["updateChangeRequest"];
  /** List the changed pages of a change request, with text diffs. */
  readonly listChangeRequestChanges: Methods["listChangeRequestChanges"];
  /** Move a page's shared draft into a change request. */
  readonly addChangeRequestPage: Methods["addChangeRequestPage"];
  /** Move a draft out of a change request: it becomes the page's own shared draft. */
  readonly removeChangeRequestPage: Methods["removeChangeRequestPage"];
  /** Plan to move or delete a page, or to change its path, when a change request is published. */
  readonly planChangeRequestPage: Methods["planChangeRequestPage"];
  /** Leave a page where it is when a change request is published. */
  readonly cancelChangeRequestPlan: Methods["cancelChangeRequestPlan"];
  /** Send all pages of a change request for review, which replaces its earlier review. */
  readonly requestChangeRequestReview: Methods["requestChangeRequestReview"];
  /** Approve a change request as another person, or ask for changes. */
  readonly decideChangeRequest: Methods["decideChangeRequest"];
  /** Publish all pages of a change request as one revision; emits space_content_updated. */
  readonly publishChangeRequest: Methods["publishChangeRequest"];
  /** List the comment threads of a page, oldest first. */
  readonly listComments: Methods["listComments"];
  /** Start a comment thread on a part of a page. */
  readonly createComment: Methods["createComment"];
  /** Reply to a comment thread. */
  readonly replyToComment: Methods["replyToComment"];
  /** Resolve or reopen a comment thread. */
  readonly updateComment: Methods["updateComment"];
  /** Delete a comment thread with its replies. */
  readonly deleteComment: Methods["deleteComment"];
  /** Create a space. */
  readonly createSpace: Methods["createSpace"];
  /** Change a space; a new visibility emits space_visibility_updated. */
  readonly updateSpace: Methods["updateSpace"];
  /** Move a space to the trash: its sites go offline, and its pages become read-only. */
  readonly trashSpace: Methods["trashSpace"];
  /** Restore a space from the trash. */
  readonly restoreSpace: Methods["restoreSpace"];
  /** Create a page; emits space_content_updated. */
  readonly createPage: Methods["createPage"];
  /** Rename a page, or change its path; emits space_content_updated. */
  readonly updatePage: Methods["updatePage"];
  /** Move a page with its subpages; emits space_content_updated. */
  readonly movePage: Methods["movePage"];
  /** Delete a page with its subpages; emits space_content_updated. */
  readonly deletePage: Methods["deletePage"];
  /** Create a site that publishes a space. */
  readonly createSite: Methods["createSite"];
  /** Change a site's title, URL or published space. */
  readonly updateSite: Methods["updateSite"];
  /** Move a site to the trash: it goes offline and keeps its URL. */
  readonly trashSite: Methods["trashSite"];
  /** Restore a site from the trash. */
  readonly restoreSite: Methods["restoreSite"];
  /** List spaces. */
  readonly listSpaces: Methods["listSpaces"];
  /** Read a space. */
  readonly getSpace: Methods["getSpace"];
  /** List the pages of a space. */
  readonly listPages: Methods["listPages"];
  /** List the Markdown files of a space's pages. */
  readonly listPageFiles: Methods["listPageFiles"];
  /** Read a page. */
  readonly getPage: Methods["getPage"];
  /** Read a page's content. */
  readonly getPageContent: Methods["getPageContent"];
  /** Save a page; emits space_content_updated. */
  readonly updatePageContent: Methods["updatePageContent"];
  /** List sites. */
  readonly listSites: Methods["listSites"];
  /** Read a site. */
  readonly getSite: Methods["getSite"];
  /** List the reviews of a space's shared drafts. */
  readonly listDraftReviews: Methods["listDraftReviews"];
  /** Read the review of a page's shared draft, if there is one. */
  readonly getDraftReview: Methods["getDraftReview"];
  /** Send a page's shared draft for review, which replaces its earlier review. */
  readonly requestDraftReview: Methods["requestDraftReview"];
  /** Approve a page's shared draft as another person, or ask for changes. */
  readonly decideDraftReview: Methods["decideDraftReview"];
  /** End the review of a page's shared draft. */
  readonly cancelDraftReview: Methods["cancelDraftReview"];
  /** Read a space's Git connection and the result of its last sync. */
  readonly getGitSync: Methods["getGitSync"];
  /** Connect a space to a Git repository, or change the connection. */
  readonly configureGitSync: Methods["configureGitSync"];
  /** Disconnect a space from Git; its pages and the repository are unchanged. */
  readonly deleteGitSync: Methods["deleteGitSync"];
  /** Sync a space with its repository; emits space_gitsync_started and space_gitsync_completed. */
  readonly startGitSync: Methods["startGitSync"];
  /** List the images of a space. */
  readonly listImages: Methods["listImages"];
  /** Store an image for the pages of a space. */
  readonly uploadImage: Methods["uploadImage"];
  /** Read an image's type and size. */
  readonly getImage: Methods["getImage"];
  /** Read an image's content. */
  readonly getImageContent: Methods["getImageContent"];
  /** Delete an image; pages that use it show a broken image. */
  readonly deleteImage: Methods["deleteImage"];
  /** List the blocks of integrations in a page. */
  readonly listPageBlocks: Methods["listPageBlocks"];
  /** Replace the props of a page's block; emits space_content_updated. */
  readonly updatePageBlock: Methods["updatePageBlock"];
  /** Unfurl a link into an integration's block. */
  readonly unfurlLink: Methods["unfurlLink"];
  /** List the caller's drafts of pages of a space, without their text. */
  readonly listPageDrafts: Methods["listPageDrafts"];
  /** Read the caller's draft of a page, if there is one. */
  readonly getPageDraft: Methods["getPageDraft"];
  /** Save the caller's draft of a page, which is private and emits no event. */
  readonly savePageDraft: Methods["savePageDraft"];
  /** Discard the caller's draft of a page, if there is one. */
  readonly discardPageDraft: Methods["discardPageDraft"];
  /** List the windows in which a page is open, including the caller's. */
  readonly listPagePresence: Methods["listPagePresence"];
  /** Announce that a window has a page open, or left it. */
  readonly announcePagePresence: Methods["announcePagePresence"];
  /** List the spaces an integration is installed in. */
  readonly listSpaceInstallations: Methods["listSpaceInstallations"];
  /** Install an integration into a space; emits space_installation_setup. */
  readonly createSpaceInstallation: Methods["createSpaceInstallation"];
  /** Read a space installation. */
  readonly getSpaceInstallation: Methods["getSpaceInstallation"];
  /** Edit a space installation; an edit of its configuration emits space_installation_setup. */
  readonly updateSpaceInstallation: Methods["updateSpaceInstallation"];
  /** Remove an integration from a space; emits space_installation_deleted. */
  readonly deleteSpaceInstallation: Methods["deleteSpaceInstallation"];
  /** List the sites an integration is installed in. */
  readonly listSiteInstallations: Methods["listSiteInstallations"];
  /** Install an integration into a site; emits site_installation_setup. */
  readonly createSiteInstallation: Methods["createSiteInstallation"];
  /** Read a site installation. */
  readonly getSiteInstallation: Methods["getSiteInstallation"];
  /** Edit a site installation; an edit of its configuration emits site_installation_setup. */
  readonly updateSiteInstallation: Methods["updateSiteInstallation"];
  /** Remove an integration from a site; emits site_installation_deleted. */
  readonly deleteSiteInstallation: Methods["deleteSiteInstallation"];
  /** Get a ticket that opens the callback of a button among the settings of a space installation. */
  readonly createSpaceConnectTicket: Methods["createSpaceConnectTicket"];
  /** Get a ticket that opens the callback of a button among the settings of a site installation. */
  readonly createSiteConnectTicket: Methods["createSiteConnectTicket"];
  /** List the revisions of a space, newest first. */
  readonly listRevisions: Methods["listRevisions"];
  /** Read a revision with its tree of pages. */
  readonly getRevision: Methods["getRevision"];
  /** Read a page's content in a revision. */
  readonly getRevisionPage: Methods["getRevisionPage"];
  /** List the changes in a revision by page, with text diffs. */
  readonly listRevisionChanges: Methods["listRevisionChanges"];
  /** Restore a revision, or one page of it, as a new revision; emits space_content_updated. */
  readonly restoreRevision: Methods["restoreRevision"];
  /** Read the text of a page's shared draft, if there is one. */
  readonly getSharedDraft: Methods["getSharedDraft"];
  /** Start a page's shared draft, or return the existing one. */
  readonly startSharedDraft: Methods["startSharedDraft"];
  /** Save the text of a page's shared draft. */
  readonly saveSharedDraft: Methods["saveSharedDraft"];
  /** Read the changes of a page's shared draft, if there is one. */
  readonly getSharedDraftChanges: Methods["getSharedDraftChanges"];
  /** Append a change to a page's shared draft. */
  readonly appendSharedDraftChange: Methods["appendSharedDraftChange"];
  /** Read who can access a site. */
  readonly getSiteAccess: Methods["getSiteAccess"];
  /** Open a site to everyone, or restrict it to visitors that an integration signs in. */
  readonly updateSiteAccess: Methods["updateSiteAccess"];
  /** Read the signing secrets for a site's visitor tokens. */
  readonly getSiteSigningSecrets: Methods["getSiteSigningSecrets"];
  /** Rotate the secret for visitor tokens; the previous one stays valid until the next rotation. */
  readonly rotateSiteSigningSecret: Methods["rotateSiteSigningSecret"];
  /** List the daily views of a site's pages. */
  readonly listSiteViews: Methods["listSiteViews"];
  /** Store conversations for a site, for 90 days. */
  readonly ingestConversations: Methods["ingestConversations"];
  /** List a site's stored conversations, newest first. */
  readonly listConversations: Methods["listConversations"];
  /** List the latest versions of a site's OpenAPI documents. */
  readonly listOpenApiDocuments: Methods["listOpenApiDocuments"];
  /** Read an OpenAPI document of a site. */
  readonly getOpenApiDocument: Methods["getOpenApiDocument"];
  /** Validate an OpenAPI document and store it as the latest version under its name. */
  readonly uploadOpenApiDocument: Methods["uploadOpenApiDocument"];
  /** List the domains of a site with their DNS records. */
  readonly listSiteDomains: Methods["listSiteDomains"];
  /** Add a domain to a site, at most 5. */
  readonly addSiteDomain: Methods["addSiteDomain"];
  /** Check the DNS record of a site's domain. */
  readonly checkSiteDomain: Methods["checkSiteDomain"];
  /** Remove a domain from a site, and stop serving the site there. */
  readonly removeSiteDomain: Methods["removeSiteDomain"];
  /** Read a site's appearance. */
  readonly getSiteCustomization: Methods["getSiteCustomization"];
  /** Set a site's appearance; omitted fields use the defaults. */
  readonly updateSiteCustomization: Methods["updateSiteCustomization"];
  /** Create a preview link for a site with all its pages, valid for an hour; views aren't counted. */
  readonly createSitePreview: Methods["createSitePreview"];
  /** Create a preview link that shows a site with another appearance, without saving it. */
  readonly previewSiteCustomization: Methods["previewSiteCustomization"];
  /** Store a font for the sites of a space; it is removed 30 days after no site uses it. */
  readonly uploadFont: Methods["uploadFont"];
  /** Search a space for pages that contain all words of a query, best match first. */
  readonly listMatchingPages: Methods["listMatchingPages"];
  /** Read the sections of a site. */
  readonly getSiteSections: Methods["getSiteSections"];
  /** Set the sections of a site: further spaces that it shows as tabs. */
  readonly updateSiteSections: Methods["updateSiteSections"];
  /** Limit an installation to certain spaces, or allow all. */
  readonly selectSpaces: Methods["selectSpaces"];
  /** List the events with a visitor's data, newest first. */
  readonly listVisitorEvents: Methods["listVisitorEvents"];
  /** Erase a visitor's data: events, deliveries and submitted content. */
  readonly eraseVisitor: Methods["eraseVisitor"];
  /** Render a component, optionally after an action. */
  readonly renderComponent: Methods["renderComponent"];
  /** Create a short-lived token for one embedded part; needs an API key. */
  readonly createEmbedToken: Methods["createEmbedToken"];
  /** List events, newest first. */
  readonly listEvents: Methods["listEvents"];
  /** List installations. */
  readonly listInstallations: Methods["listInstallations"];
  /** Read an installation. */
  readonly getInstallation: Methods["getInstallation"];
  /** Edit an installation; an edit of its configuration emits installation_setup. */
  readonly updateInstallation: Methods["updateInstallation"];
  /** Pause an installation, which queues its events. */
  readonly pauseInstallation: Methods["pauseInstallation"];
  /** Resume a paused installation. */
  readonly resumeInstallation: Methods["resumeInstallation"];
  /** List the integration's options for a setting. */
  readonly listPropertyOptions: Methods["listPropertyOptions"];
  /** List an integration's installations; an installation's token lists only itself. */
  readonly listIntegrationInstallations: Methods["listIntegrationInstallations"];
  /** Install an integration in an organization; emits installation_setup. */
  readonly installIntegration: Methods["installIntegration"];
  /** Read a sample of an event type, and whether an installation would receive it. */
  readonly getSampleEvent: Methods["getSampleEvent"];
  /** Send a sample event to one installation, delivered and retried like any other. */
  readonly sendSampleEvent: Methods["sendSampleEvent"];
  /** List stored values by key. */
  readonly listStoredValues: Methods["listStoredValues"];
  /** Read a stored value. */
  readonly getStoredValue: Methods["getStoredValue"];
  /** Store a value. */
  readonly setStoredValue: Methods["setStoredValue"];
  /** Delete a stored value, if there is one. */
  readonly deleteStoredValue: Methods["deleteStoredValue"];
  /** Add to a stored number, which starts at 0. */
  readonly incrementStoredValue: Methods["incrementStoredValue"];
  /** Queue a task, which is delivered as a task event. */
  readonly queueTask: Methods["queueTask"];
  /** Read an organization's usage. */
  readonly getOrganizationUsage: Methods["getOrganizationUsage"];
  /** Set an organization's quotas; omitted ones use the defaults. */
  readonly setOrganizationQuota: Methods["setOrganizationQuota"];
  /** Grant the scopes that a new version of an installation's integration requests. */
  readonly consentToInstallation: Methods["consentToInstallation"];
  /** List the webhook endpoints of an installation. */
  readonly listWebhookEndpoints: Methods["listWebhookEndpoints"];
  /** Create a webhook endpoint with a new secret. */
  readonly createWebhookEndpoint: Methods["createWebhookEndpoint"];
  /** Read a webhook endpoint. */
  readonly getWebhookEndpoint: Methods["getWebhookEndpoint"];
  /** Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones. */
  readonly updateWebhookEndpoint: Methods["updateWebhookEndpoint"];
  /** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
  readonly verifyWebhookEndpoint: Methods["verifyWebhookEndpoint"];
  /** Pause a webhook endpoint, which queues its deliveries. */
  readonly pauseWebhookEndpoint: Methods["pauseWebhookEndpoint"];
  /** Resume a paused webhook endpoint, which sends its queued deliveries. */
  readonly resumeWebhookEndpoint: Methods["resumeWebhookEndpoint"];
}
