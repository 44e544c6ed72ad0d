import {
  defineContract,
  type EventDeclaration,
  mergeFeatures,
  type ProductTypes,
  type RequestDeclaration,
} from "@plugboard/platform";
import * as z from "zod";
import { pageBlockOperations } from "../blocks/contract/page-block-operations.ts";
import { commentOperations } from "../comments/contract/comment-operations.ts";
import { gitSyncOperations } from "../git-sync/contract/git-sync-operations.ts";
import { resourceInstallationOperations } from "../installations/contract/resource-installation-operations.ts";
import { spaceSelectionOperations } from "../installations/contract/space-selection-operations.ts";
import { pagePresenceOperations } from "../presence/contract/page-presence-operations.ts";
import { adaptiveContentOperations } from "../sites/contract/adaptive-content-operations.ts";
import { changeRequestOperations } from "../spaces/contract/change-request-operations.ts";
import { draftReviewOperations } from "../spaces/contract/draft-review-operations.ts";
import { sharedDraftOperations } from "../spaces/contract/shared-draft-operations.ts";
import { siteAccessOperations } from "../sites/contract/site-access-operations.ts";
import { siteDataOperations } from "../sites/contract/site-data-operations.ts";
import { siteDomainOperations } from "../sites/contract/site-domain-operations.ts";
import { siteSectionOperations } from "../sites/contract/site-section-operations.ts";
import { sitePresentationOperations } from "../sites/contract/site-presentation-operations.ts";
import { contentOperations } from "../spaces/contract/content-operations.ts";
import { contentEditingOperations } from "../spaces/contract/content-editing-operations.ts";
import { imageOperations } from "../spaces/contract/image-operations.ts";
import { pageDraftOperations } from "../spaces/contract/page-draft-operations.ts";
import { revisionOperations } from "../spaces/contract/revision-operations.ts";
import { visitorOperations } from "../visitors/contract/visitor-operations.ts";
import { contentFields } from "./content-fields.ts";
import { type ContentScope, contentScopes } from "../events/content-scopes.ts";
import { type ContentEventType, webhookEventTypes } from "../events/content-event.ts";
import { contentEventSchemas, contentRequestSchemas } from "../events/content-event-schemas.ts";
import { type ContentRequestMap, requestScopes } from "../events/content-request.ts";
import { audienceOf, sampleFields } from "../events/sample-event.ts";

const sampleLocation = {
  spaceId: "spc_1",
  siteId: "sit_1",
  pageId: "pag_1",
  pageUrl: "https://docs.example.com/",
  revisionId: "rev_1",
};

// Reports of visits, which change no content.
const visits: readonly ContentEventType[] = ["space_view", "site_view", "page_feedback"];

function declare(type: ContentEventType, scope: ContentScope, summary: string): EventDeclaration {
  const on = audienceOf(type).startsWith("site") ? "site" : "space";
  const platformFields = ["eventId", "installationId", "type", `${on}Id`];
  const isOwn = ([name]: readonly [string, unknown]): boolean => !platformFields.includes(name);
  // The schemas are objects; their types name the events instead.
  const { shape } = contentEventSchemas[type] as unknown as z.ZodObject;
  return {
    summary,
    on,
    scope,
    ...(!isWebhookEvent(type) && { webhook: false }),
    ...(visits.includes(type) && { changes: false }),
    fields: z.looseObject(Object.fromEntries(Object.entries(shape).filter(isOwn))),
    sample: Object.fromEntries(Object.entries(sampleFields(type, sampleLocation)).filter(isOwn)),
  };
}

function declareRequest(type: keyof ContentRequestMap): RequestDeclaration {
  // As above.
  const { shape } = contentRequestSchemas[type] as unknown as z.ZodObject;
  const platformFields = ["eventId", "installationId", "type", "siteId"];
  const own = Object.entries(shape).filter(([name]) => !platformFields.includes(name));
  return { on: "site", scope: requestScopes[type], fields: z.looseObject(Object.fromEntries(own)) };
}

function isWebhookEvent(type: string): boolean {
  return webhookEventTypes.some((each) => each === type);
}

/** The declarations of the documentation product: spaces of pages, and the sites that publish them. */
export const contentContract = defineContract({
  name: "content",
  kinds: {
    space: { title: "Space", plural: "spaces", selectable: true },
    site: { title: "Site", plural: "sites", within: "space" },
  },
  fields: contentFields,
  scopes: contentScopes,
  events: {
    space_view: declare("space_view", "space:metadata:read", "A visitor opened a page of a space"),
    space_content_updated: declare(
      "space_content_updated",
      "space:content:read",
      "The content of a space changed",
    ),
    space_visibility_updated: declare(
      "space_visibility_updated",
      "space:metadata:read",
      "The visibility of a space changed",
    ),
    space_gitsync_started: declare(
      "space_gitsync_started",
      "space:git:sync",
      "A Git sync of a space started",
    ),
    space_gitsync_completed: declare(
      "space_gitsync_completed",
      "space:git:sync",
      "A Git sync of a space ended",
    ),
    site_view: declare("site_view", "site:views:read", "A visitor opened a page of a site"),
    page_feedback: declare("page_feedback", "site:views:read", "A visitor rated a page"),
  },
  requests: {
    fetch_published_script: declareRequest("fetch_published_script"),
    fetch_visitor_authentication: declareRequest("fetch_visitor_authentication"),
  },
  ...mergeFeatures(
    { operations: adaptiveContentOperations },
    { operations: changeRequestOperations },
    { operations: commentOperations },
    { operations: contentEditingOperations },
    { operations: contentOperations },
    { operations: draftReviewOperations },
    { operations: gitSyncOperations },
    { operations: imageOperations },
    { operations: pageBlockOperations },
    { operations: pageDraftOperations },
    { operations: pagePresenceOperations },
    { operations: resourceInstallationOperations },
    { operations: revisionOperations },
    { operations: sharedDraftOperations },
    { operations: siteAccessOperations },
    { operations: siteDataOperations },
    { operations: siteDomainOperations },
    { operations: sitePresentationOperations },
    { operations: siteSectionOperations },
    { operations: spaceSelectionOperations },
    { operations: visitorOperations },
  ),
});

/** The types of the documentation product for integrations. */
export type Content = ProductTypes<typeof contentContract>;
