// Generated from the declarations of operations: `npm run generate`. Do not edit.

import type { RouteOf } from "@plugboard/api/client";
import type { OperationTypes } from "./types.ts";

/** Read the visitor claims that a site stores. */
export const getClaimsSchema: RouteOf<OperationTypes, "getClaimsSchema", "GET"> = {
  id: "getClaimsSchema",
  method: "GET",
  path: "/sites/{siteId}/claims-schema",
};
/** Set the visitor claims that a site stores, effective at the next sign-in. */
export const updateClaimsSchema: RouteOf<OperationTypes, "updateClaimsSchema", "PUT"> = {
  id: "updateClaimsSchema",
  method: "PUT",
  path: "/sites/{siteId}/claims-schema",
};
/** Read a page's audience on sites. */
export const getPageConditions: RouteOf<OperationTypes, "getPageConditions", "GET"> = {
  id: "getPageConditions",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/conditions",
};
/** Show a page on sites only to visitors whose claims meet all conditions. */
export const updatePageConditions: RouteOf<OperationTypes, "updatePageConditions", "PUT"> = {
  id: "updatePageConditions",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/conditions",
};
/** List the change requests of a space, newest first. */
export const listChangeRequests: RouteOf<OperationTypes, "listChangeRequests", "GET"> = {
  id: "listChangeRequests",
  method: "GET",
  path: "/spaces/{spaceId}/change-requests",
};
/** Create a change request, to review and publish several pages together. */
export const createChangeRequest: RouteOf<OperationTypes, "createChangeRequest", "POST"> = {
  id: "createChangeRequest",
  method: "POST",
  path: "/spaces/{spaceId}/change-requests",
};
/** Read a change request with the state of its pages and its review. */
export const getChangeRequest: RouteOf<OperationTypes, "getChangeRequest", "GET"> = {
  id: "getChangeRequest",
  method: "GET",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
};
/** Rename, describe, close or open a change request. */
export const updateChangeRequest: RouteOf<OperationTypes, "updateChangeRequest", "PATCH"> = {
  id: "updateChangeRequest",
  method: "PATCH",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
};
/** List the changed pages of a change request, with text diffs. */
export const listChangeRequestChanges: RouteOf<OperationTypes, "listChangeRequestChanges", "GET"> = {
  id: "listChangeRequestChanges",
  method: "GET",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/changes",
};
/** Move a page's shared draft into a change request. */
export const addChangeRequestPage: RouteOf<OperationTypes, "addChangeRequestPage", "POST"> = {
  id: "addChangeRequestPage",
  method: "POST",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pages",
};
/** Move a draft out of a change request: it becomes the page's own shared draft. */
export const removeChangeRequestPage: RouteOf<OperationTypes, "removeChangeRequestPage", "DELETE"> = {
  id: "removeChangeRequestPage",
  method: "DELETE",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pages/{pageId}",
};
/** Plan to move or delete a page, or to change its path, when a change request is published. */
export const planChangeRequestPage: RouteOf<OperationTypes, "planChangeRequestPage", "PUT"> = {
  id: "planChangeRequestPage",
  method: "PUT",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/structure/{pageId}",
};
/** Leave a page where it is when a change request is published. */
export const cancelChangeRequestPlan: RouteOf<OperationTypes, "cancelChangeRequestPlan", "DELETE"> = {
  id: "cancelChangeRequestPlan",
  method: "DELETE",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/structure/{pageId}",
};
/** Send all pages of a change request for review, which replaces its earlier review. */
export const requestChangeRequestReview: RouteOf<OperationTypes, "requestChangeRequestReview", "PUT"> = {
  id: "requestChangeRequestReview",
  method: "PUT",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/review",
};
/** Approve a change request as another person, or ask for changes. */
export const decideChangeRequest: RouteOf<OperationTypes, "decideChangeRequest", "POST"> = {
  id: "decideChangeRequest",
  method: "POST",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/review/decision",
};
/** Publish all pages of a change request as one revision; emits space_content_updated. */
export const publishChangeRequest: RouteOf<OperationTypes, "publishChangeRequest", "POST"> = {
  id: "publishChangeRequest",
  method: "POST",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}/publish",
};
/** List the comment threads of a page, oldest first. */
export const listComments: RouteOf<OperationTypes, "listComments", "GET"> = {
  id: "listComments",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/comments",
};
/** Start a comment thread on a part of a page. */
export const createComment: RouteOf<OperationTypes, "createComment", "POST"> = {
  id: "createComment",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/comments",
};
/** Reply to a comment thread. */
export const replyToComment: RouteOf<OperationTypes, "replyToComment", "POST"> = {
  id: "replyToComment",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}/replies",
};
/** Resolve or reopen a comment thread. */
export const updateComment: RouteOf<OperationTypes, "updateComment", "PATCH"> = {
  id: "updateComment",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}",
};
/** Delete a comment thread with its replies. */
export const deleteComment: RouteOf<OperationTypes, "deleteComment", "DELETE"> = {
  id: "deleteComment",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}",
};
/** Create a space. */
export const createSpace: RouteOf<OperationTypes, "createSpace", "POST"> = {
  id: "createSpace",
  method: "POST",
  path: "/spaces",
};
/** Change a space; a new visibility emits space_visibility_updated. */
export const updateSpace: RouteOf<OperationTypes, "updateSpace", "PATCH"> = {
  id: "updateSpace",
  method: "PATCH",
  path: "/spaces/{spaceId}",
};
/** Move a space to the trash: its sites go offline, and its pages become read-only. */
export const trashSpace: RouteOf<OperationTypes, "trashSpace", "POST"> = {
  id: "trashSpace",
  method: "POST",
  path: "/spaces/{spaceId}/trash",
};
/** Restore a space from the trash. */
export const restoreSpace: RouteOf<OperationTypes, "restoreSpace", "POST"> = {
  id: "restoreSpace",
  method: "POST",
  path: "/spaces/{spaceId}/restore",
};
/** Create a page; emits space_content_updated. */
export const createPage: RouteOf<OperationTypes, "createPage", "POST"> = {
  id: "createPage",
  method: "POST",
  path: "/spaces/{spaceId}/pages",
};
/** Rename a page, or change its path; emits space_content_updated. */
export const updatePage: RouteOf<OperationTypes, "updatePage", "PATCH"> = {
  id: "updatePage",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}",
};
/** Move a page with its subpages; emits space_content_updated. */
export const movePage: RouteOf<OperationTypes, "movePage", "POST"> = {
  id: "movePage",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/move",
};
/** Delete a page with its subpages; emits space_content_updated. */
export const deletePage: RouteOf<OperationTypes, "deletePage", "DELETE"> = {
  id: "deletePage",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}",
};
/** Create a site that publishes a space. */
export const createSite: RouteOf<OperationTypes, "createSite", "POST"> = {
  id: "createSite",
  method: "POST",
  path: "/sites",
};
/** Change a site's title, URL or published space. */
export const updateSite: RouteOf<OperationTypes, "updateSite", "PATCH"> = {
  id: "updateSite",
  method: "PATCH",
  path: "/sites/{siteId}",
};
/** Move a site to the trash: it goes offline and keeps its URL. */
export const trashSite: RouteOf<OperationTypes, "trashSite", "POST"> = {
  id: "trashSite",
  method: "POST",
  path: "/sites/{siteId}/trash",
};
/** Restore a site from the trash. */
export const restoreSite: RouteOf<OperationTypes, "restoreSite", "POST"> = {
  id: "restoreSite",
  method: "POST",
  path: "/sites/{siteId}/restore",
};
/** List spaces. */
export const listSpaces: RouteOf<OperationTypes, "listSpaces", "GET"> = {
  id: "listSpaces",
  method: "GET",
  path: "/spaces",
};
/** Read a space. */
export const getSpace: RouteOf<OperationTypes, "getSpace", "GET"> = {
  id: "getSpace",
  method: "GET",
  path: "/spaces/{spaceId}",
};
/** List the pages of a space. */
export const listPages: RouteOf<OperationTypes, "listPages", "GET"> = {
  id: "listPages",
  method: "GET",
  path: "/spaces/{spaceId}/pages",
};
/** List the Markdown files of a space's pages. */
export const listPageFiles: RouteOf<OperationTypes, "listPageFiles", "GET"> = {
  id: "listPageFiles",
  method: "GET",
  path: "/spaces/{spaceId}/page-files",
};
/** Read a page. */
export const getPage: RouteOf<OperationTypes, "getPage", "GET"> = {
  id: "getPage",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}",
};
/** Read a page's content. */
export const getPageContent: RouteOf<OperationTypes, "getPageContent", "GET"> = {
  id: "getPageContent",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/content",
};
/** Save a page; emits space_content_updated. */
export const updatePageContent: RouteOf<OperationTypes, "updatePageContent", "PATCH"> = {
  id: "updatePageContent",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/content",
};
/** List sites. */
export const listSites: RouteOf<OperationTypes, "listSites", "GET"> = {
  id: "listSites",
  method: "GET",
  path: "/sites",
};
/** Read a site. */
export const getSite: RouteOf<OperationTypes, "getSite", "GET"> = {
  id: "getSite",
  method: "GET",
  path: "/sites/{siteId}",
};
/** List the reviews of a space's shared drafts. */
export const listDraftReviews: RouteOf<OperationTypes, "listDraftReviews", "GET"> = {
  id: "listDraftReviews",
  method: "GET",
  path: "/spaces/{spaceId}/draft-reviews",
};
/** Read the review of a page's shared draft, if there is one. */
export const getDraftReview: RouteOf<OperationTypes, "getDraftReview", "GET"> = {
  id: "getDraftReview",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/draft-review",
};
/** Send a page's shared draft for review, which replaces its earlier review. */
export const requestDraftReview: RouteOf<OperationTypes, "requestDraftReview", "PUT"> = {
  id: "requestDraftReview",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/draft-review",
};
/** Approve a page's shared draft as another person, or ask for changes. */
export const decideDraftReview: RouteOf<OperationTypes, "decideDraftReview", "POST"> = {
  id: "decideDraftReview",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/draft-review/decision",
};
/** End the review of a page's shared draft. */
export const cancelDraftReview: RouteOf<OperationTypes, "cancelDraftReview", "DELETE"> = {
  id: "cancelDraftReview",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}/draft-review",
};
/** Read a space's Git connection and the result of its last sync. */
export const getGitSync: RouteOf<OperationTypes, "getGitSync", "GET"> = {
  id: "getGitSync",
  method: "GET",
  path: "/spaces/{spaceId}/git",
};
/** Connect a space to a Git repository, or change the connection. */
export const configureGitSync: RouteOf<OperationTypes, "configureGitSync", "PUT"> = {
  id: "configureGitSync",
  method: "PUT",
  path: "/spaces/{spaceId}/git",
};
/** Disconnect a space from Git; its pages and the repository are unchanged. */
export const deleteGitSync: RouteOf<OperationTypes, "deleteGitSync", "DELETE"> = {
  id: "deleteGitSync",
  method: "DELETE",
  path: "/spaces/{spaceId}/git",
};
/** Sync a space with its repository; emits space_gitsync_started and space_gitsync_completed. */
export const startGitSync: RouteOf<OperationTypes, "startGitSync", "POST"> = {
  id: "startGitSync",
  method: "POST",
  path: "/spaces/{spaceId}/git/sync",
};
/** List the images of a space. */
export const listImages: RouteOf<OperationTypes, "listImages", "GET"> = {
  id: "listImages",
  method: "GET",
  path: "/spaces/{spaceId}/images",
};
/** Store an image for the pages of a space. */
export const uploadImage: RouteOf<OperationTypes, "uploadImage", "POST"> = {
  id: "uploadImage",
  method: "POST",
  path: "/spaces/{spaceId}/images",
};
/** Read an image's type and size. */
export const getImage: RouteOf<OperationTypes, "getImage", "GET"> = {
  id: "getImage",
  method: "GET",
  path: "/spaces/{spaceId}/images/{imageId}",
};
/** Read an image's content. */
export const getImageContent: RouteOf<OperationTypes, "getImageContent", "GET"> = {
  id: "getImageContent",
  method: "GET",
  path: "/spaces/{spaceId}/images/{imageId}/content",
};
/** Delete an image; pages that use it show a broken image. */
export const deleteImage: RouteOf<OperationTypes, "deleteImage", "DELETE"> = {
  id: "deleteImage",
  method: "DELETE",
  path: "/spaces/{spaceId}/images/{imageId}",
};
/** List the blocks of integrations in a page. */
export const listPageBlocks: RouteOf<OperationTypes, "listPageBlocks", "GET"> = {
  id: "listPageBlocks",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks",
};
/** Replace the props of a page's block; emits space_content_updated. */
export const updatePageBlock: RouteOf<OperationTypes, "updatePageBlock", "PATCH"> = {
  id: "updatePageBlock",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks/{blockIndex}",
};
/** Unfurl a link into an integration's block. */
export const unfurlLink: RouteOf<OperationTypes, "unfurlLink", "POST"> = {
  id: "unfurlLink",
  method: "POST",
  path: "/spaces/{spaceId}/unfurl",
};
/** List the caller's drafts of pages of a space, without their text. */
export const listPageDrafts: RouteOf<OperationTypes, "listPageDrafts", "GET"> = {
  id: "listPageDrafts",
  method: "GET",
  path: "/spaces/{spaceId}/drafts",
};
/** Read the caller's draft of a page, if there is one. */
export const getPageDraft: RouteOf<OperationTypes, "getPageDraft", "GET"> = {
  id: "getPageDraft",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
};
/** Save the caller's draft of a page, which is private and emits no event. */
export const savePageDraft: RouteOf<OperationTypes, "savePageDraft", "PUT"> = {
  id: "savePageDraft",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
};
/** Discard the caller's draft of a page, if there is one. */
export const discardPageDraft: RouteOf<OperationTypes, "discardPageDraft", "DELETE"> = {
  id: "discardPageDraft",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
};
/** List the windows in which a page is open, including the caller's. */
export const listPagePresence: RouteOf<OperationTypes, "listPagePresence", "GET"> = {
  id: "listPagePresence",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/presence",
};
/** Announce that a window has a page open, or left it. */
export const announcePagePresence: RouteOf<OperationTypes, "announcePagePresence", "POST"> = {
  id: "announcePagePresence",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/presence",
};
/** List the spaces an integration is installed in. */
export const listSpaceInstallations: RouteOf<OperationTypes, "listSpaceInstallations", "GET"> = {
  id: "listSpaceInstallations",
  method: "GET",
  path: "/installations/{installationId}/spaces",
};
/** Install an integration into a space; emits space_installation_setup. */
export const createSpaceInstallation: RouteOf<OperationTypes, "createSpaceInstallation", "PUT"> = {
  id: "createSpaceInstallation",
  method: "PUT",
  path: "/installations/{installationId}/spaces/{spaceId}",
};
/** Read a space installation. */
export const getSpaceInstallation: RouteOf<OperationTypes, "getSpaceInstallation", "GET"> = {
  id: "getSpaceInstallation",
  method: "GET",
  path: "/installations/{installationId}/spaces/{spaceId}",
};
/** Edit a space installation; an edit of its configuration emits space_installation_setup. */
export const updateSpaceInstallation: RouteOf<OperationTypes, "updateSpaceInstallation", "PATCH"> = {
  id: "updateSpaceInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/spaces/{spaceId}",
};
/** Remove an integration from a space; emits space_installation_deleted. */
export const deleteSpaceInstallation: RouteOf<OperationTypes, "deleteSpaceInstallation", "DELETE"> = {
  id: "deleteSpaceInstallation",
  method: "DELETE",
  path: "/installations/{installationId}/spaces/{spaceId}",
};
/** List the sites an integration is installed in. */
export const listSiteInstallations: RouteOf<OperationTypes, "listSiteInstallations", "GET"> = {
  id: "listSiteInstallations",
  method: "GET",
  path: "/installations/{installationId}/sites",
};
/** Install an integration into a site; emits site_installation_setup. */
export const createSiteInstallation: RouteOf<OperationTypes, "createSiteInstallation", "PUT"> = {
  id: "createSiteInstallation",
  method: "PUT",
  path: "/installations/{installationId}/sites/{siteId}",
};
/** Read a site installation. */
export const getSiteInstallation: RouteOf<OperationTypes, "getSiteInstallation", "GET"> = {
  id: "getSiteInstallation",
  method: "GET",
  path: "/installations/{installationId}/sites/{siteId}",
};
/** Edit a site installation; an edit of its configuration emits site_installation_setup. */
export const updateSiteInstallation: RouteOf<OperationTypes, "updateSiteInstallation", "PATCH"> = {
  id: "updateSiteInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/sites/{siteId}",
};
/** Remove an integration from a site; emits site_installation_deleted. */
export const deleteSiteInstallation: RouteOf<OperationTypes, "deleteSiteInstallation", "DELETE"> = {
  id: "deleteSiteInstallation",
  method: "DELETE",
  path: "/installations/{installationId}/sites/{siteId}",
};
/** Get a ticket that opens the callback of a button among the settings of a space installation. */
export const createSpaceConnectTicket: RouteOf<OperationTypes, "createSpaceConnectTicket", "POST"> = {
  id: "createSpaceConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/spaces/{spaceId}/connect/{property}",
};
/** Get a ticket that opens the callback of a button among the settings of a site installation. */
export const createSiteConnectTicket: RouteOf<OperationTypes, "createSiteConnectTicket", "POST"> = {
  id: "createSiteConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/sites/{siteId}/connect/{property}",
};
/** List the revisions of a space, newest first. */
export const listRevisions: RouteOf<OperationTypes, "listRevisions", "GET"> = {
  id: "listRevisions",
  method: "GET",
  path: "/spaces/{spaceId}/revisions",
};
/** Read a revision with its tree of pages. */
export const getRevision: RouteOf<OperationTypes, "getRevision", "GET"> = {
  id: "getRevision",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}",
};
/** Read a page's content in a revision. */
export const getRevisionPage: RouteOf<OperationTypes, "getRevisionPage", "GET"> = {
  id: "getRevisionPage",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}",
};
/** List the changes in a revision by page, with text diffs. */
export const listRevisionChanges: RouteOf<OperationTypes, "listRevisionChanges", "GET"> = {
  id: "listRevisionChanges",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/changes",
};
/** Restore a revision, or one page of it, as a new revision; emits space_content_updated. */
export const restoreRevision: RouteOf<OperationTypes, "restoreRevision", "POST"> = {
  id: "restoreRevision",
  method: "POST",
  path: "/spaces/{spaceId}/revisions/{revisionId}/restore",
};
/** Read the text of a page's shared draft, if there is one. */
export const getSharedDraft: RouteOf<OperationTypes, "getSharedDraft", "GET"> = {
  id: "getSharedDraft",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/shared-draft",
};
/** Start a page's shared draft, or return the existing one. */
export const startSharedDraft: RouteOf<OperationTypes, "startSharedDraft", "POST"> = {
  id: "startSharedDraft",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/shared-draft",
  query: ["changeRequest"],
};
/** Save the text of a page's shared draft. */
export const saveSharedDraft: RouteOf<OperationTypes, "saveSharedDraft", "PUT"> = {
  id: "saveSharedDraft",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/shared-draft",
  query: ["changeRequest"],
};
/** Read the changes of a page's shared draft, if there is one. */
export const getSharedDraftChanges: RouteOf<OperationTypes, "getSharedDraftChanges", "GET"> = {
  id: "getSharedDraftChanges",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/shared-draft/changes",
};
/** Append a change to a page's shared draft. */
export const appendSharedDraftChange: RouteOf<OperationTypes, "appendSharedDraftChange", "POST"> = {
  id: "appendSharedDraftChange",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/shared-draft/changes",
  query: ["changeRequest"],
};
/** Read who can access a site. */
export const getSiteAccess: RouteOf<OperationTypes, "getSiteAccess", "GET"> = {
  id: "getSiteAccess",
  method: "GET",
  path: "/sites/{siteId}/access",
};
/** Open a site to everyone, or restrict it to visitors that an integration signs in. */
export const updateSiteAccess: RouteOf<OperationTypes, "updateSiteAccess", "PUT"> = {
  id: "updateSiteAccess",
  method: "PUT",
  path: "/sites/{siteId}/access",
};
/** Read the signing secrets for a site's visitor tokens. */
export const getSiteSigningSecrets: RouteOf<OperationTypes, "getSiteSigningSecrets", "GET"> = {
  id: "getSiteSigningSecrets",
  method: "GET",
  path: "/sites/{siteId}/signing-secrets",
};
/** Rotate the secret for visitor tokens; the previous one stays valid until the next rotation. */
export const rotateSiteSigningSecret: RouteOf<OperationTypes, "rotateSiteSigningSecret", "POST"> = {
  id: "rotateSiteSigningSecret",
  method: "POST",
  path: "/sites/{siteId}/signing-secrets/rotate",
};
/** List the daily views of a site's pages. */
export const listSiteViews: RouteOf<OperationTypes, "listSiteViews", "GET"> = {
  id: "listSiteViews",
  method: "GET",
  path: "/sites/{siteId}/views",
};
/** Store conversations for a site, for 90 days. */
export const ingestConversations: RouteOf<OperationTypes, "ingestConversations", "POST"> = {
  id: "ingestConversations",
  method: "POST",
  path: "/sites/{siteId}/conversations",
};
/** List a site's stored conversations, newest first. */
export const listConversations: RouteOf<OperationTypes, "listConversations", "GET"> = {
  id: "listConversations",
  method: "GET",
  path: "/sites/{siteId}/conversations",
};
/** List the latest versions of a site's OpenAPI documents. */
export const listOpenApiDocuments: RouteOf<OperationTypes, "listOpenApiDocuments", "GET"> = {
  id: "listOpenApiDocuments",
  method: "GET",
  path: "/sites/{siteId}/openapi",
};
/** Read an OpenAPI document of a site. */
export const getOpenApiDocument: RouteOf<OperationTypes, "getOpenApiDocument", "GET"> = {
  id: "getOpenApiDocument",
  method: "GET",
  path: "/sites/{siteId}/openapi/{documentName}",
};
/** Validate an OpenAPI document and store it as the latest version under its name. */
export const uploadOpenApiDocument: RouteOf<OperationTypes, "uploadOpenApiDocument", "PUT"> = {
  id: "uploadOpenApiDocument",
  method: "PUT",
  path: "/sites/{siteId}/openapi/{documentName}",
};
/** List the domains of a site with their DNS records. */
export const listSiteDomains: RouteOf<OperationTypes, "listSiteDomains", "GET"> = {
  id: "listSiteDomains",
  method: "GET",
  path: "/sites/{siteId}/domains",
};
/** Add a domain to a site, at most 5. */
export const addSiteDomain: RouteOf<OperationTypes, "addSiteDomain", "POST"> = {
  id: "addSiteDomain",
  method: "POST",
  path: "/sites/{siteId}/domains",
};
/** Check the DNS record of a site's domain. */
export const checkSiteDomain: RouteOf<OperationTypes, "checkSiteDomain", "POST"> = {
  id: "checkSiteDomain",
  method: "POST",
  path: "/sites/{siteId}/domains/{domainName}/check",
};
/** Remove a domain from a site, and stop serving the site there. */
export const removeSiteDomain: RouteOf<OperationTypes, "removeSiteDomain", "DELETE"> = {
  id: "removeSiteDomain",
  method: "DELETE",
  path: "/sites/{siteId}/domains/{domainName}",
};
/** Read a site's appearance. */
export const getSiteCustomization: RouteOf<OperationTypes, "getSiteCustomization", "GET"> = {
  id: "getSiteCustomization",
  method: "GET",
  path: "/sites/{siteId}/customization",
};
/** Set a site's appearance; omitted fields use the defaults. */
export const updateSiteCustomization: RouteOf<OperationTypes, "updateSiteCustomization", "PUT"> = {
  id: "updateSiteCustomization",
  method: "PUT",
  path: "/sites/{siteId}/customization",
};
/** Create a preview link for a site with all its pages, valid for an hour; views aren't counted. */
export const createSitePreview: RouteOf<OperationTypes, "createSitePreview", "POST"> = {
  id: "createSitePreview",
  method: "POST",
  path: "/sites/{siteId}/previews",
};
/** Create a preview link that shows a site with another appearance, without saving it. */
export const previewSiteCustomization: RouteOf<OperationTypes, "previewSiteCustomization", "POST"> = {
  id: "previewSiteCustomization",
  method: "POST",
  path: "/sites/{siteId}/customization/preview",
};
/** Store a font for the sites of a space; it is removed 30 days after no site uses it. */
export const uploadFont: RouteOf<OperationTypes, "uploadFont", "POST"> = {
  id: "uploadFont",
  method: "POST",
  path: "/spaces/{spaceId}/fonts",
};
/** Search a space for pages that contain all words of a query, best match first. */
export const listMatchingPages: RouteOf<OperationTypes, "listMatchingPages", "GET"> = {
  id: "listMatchingPages",
  method: "GET",
  path: "/spaces/{spaceId}/search",
};
/** Read the sections of a site. */
export const getSiteSections: RouteOf<OperationTypes, "getSiteSections", "GET"> = {
  id: "getSiteSections",
  method: "GET",
  path: "/sites/{siteId}/sections",
};
/** Set the sections of a site: further spaces that it shows as tabs. */
export const updateSiteSections: RouteOf<OperationTypes, "updateSiteSections", "PUT"> = {
  id: "updateSiteSections",
  method: "PUT",
  path: "/sites/{siteId}/sections",
};
/** Limit an installation to certain spaces, or allow all. */
export const selectSpaces: RouteOf<OperationTypes, "selectSpaces", "PUT"> = {
  id: "selectSpaces",
  method: "PUT",
  path: "/installations/{installationId}/space-selection",
};
/** List the events with a visitor's data, newest first. */
export const listVisitorEvents: RouteOf<OperationTypes, "listVisitorEvents", "GET"> = {
  id: "listVisitorEvents",
  method: "GET",
  path: "/organizations/{organizationId}/visitors/{visitorId}/events",
};
/** Erase a visitor's data: events, deliveries and submitted content. */
export const eraseVisitor: RouteOf<OperationTypes, "eraseVisitor", "DELETE"> = {
  id: "eraseVisitor",
  method: "DELETE",
  path: "/organizations/{organizationId}/visitors/{visitorId}",
};
/** Render a component, optionally after an action. */
export const renderComponent: RouteOf<OperationTypes, "renderComponent", "POST"> = {
  id: "renderComponent",
  method: "POST",
  path: "/installations/{installationId}/components/{componentId}/render",
};
/** Create a short-lived token for one embedded part; needs an API key. */
export const createEmbedToken: RouteOf<OperationTypes, "createEmbedToken", "POST"> = {
  id: "createEmbedToken",
  method: "POST",
  path: "/organizations/{organizationId}/embed-tokens",
};
/** List events, newest first. */
export const listEvents: RouteOf<OperationTypes, "listEvents", "GET"> = {
  id: "listEvents",
  method: "GET",
  path: "/events",
};
/** List installations. */
export const listInstallations: RouteOf<OperationTypes, "listInstallations", "GET"> = {
  id: "listInstallations",
  method: "GET",
  path: "/installations",
};
/** Read an installation. */
export const getInstallation: RouteOf<OperationTypes, "getInstallation", "GET"> = {
  id: "getInstallation",
  method: "GET",
  path: "/installations/{installationId}",
};
/** Edit an installation; an edit of its configuration emits installation_setup. */
export const updateInstallation: RouteOf<OperationTypes, "updateInstallation", "PATCH"> = {
  id: "updateInstallation",
  method: "PATCH",
  path: "/installations/{installationId}",
};
/** Pause an installation, which queues its events. */
export const pauseInstallation: RouteOf<OperationTypes, "pauseInstallation", "POST"> = {
  id: "pauseInstallation",
  method: "POST",
  path: "/installations/{installationId}/pause",
};
/** Resume a paused installation. */
export const resumeInstallation: RouteOf<OperationTypes, "resumeInstallation", "POST"> = {
  id: "resumeInstallation",
  method: "POST",
  path: "/installations/{installationId}/resume",
};
/** List the integration's options for a setting. */
export const listPropertyOptions: RouteOf<OperationTypes, "listPropertyOptions", "GET"> = {
  id: "listPropertyOptions",
  method: "GET",
  path: "/installations/{installationId}/options/{property}",
};
/** List an integration's installations; an installation's token lists only itself. */
export const listIntegrationInstallations: RouteOf<OperationTypes, "listIntegrationInstallations", "GET"> = {
  id: "listIntegrationInstallations",
  method: "GET",
  path: "/integrations/{integration}/installations",
};
/** Install an integration in an organization; emits installation_setup. */
export const installIntegration: RouteOf<OperationTypes, "installIntegration", "POST"> = {
  id: "installIntegration",
  method: "POST",
  path: "/integrations/{integration}/installations",
  query: ["share"],
};
/** Read a sample of an event type, and whether an installation would receive it. */
export const getSampleEvent: RouteOf<OperationTypes, "getSampleEvent", "GET"> = {
  id: "getSampleEvent",
  method: "GET",
  path: "/installations/{installationId}/sample-events/{eventType}",
};
/** Send a sample event to one installation, delivered and retried like any other. */
export const sendSampleEvent: RouteOf<OperationTypes, "sendSampleEvent", "POST"> = {
  id: "sendSampleEvent",
  method: "POST",
  path: "/installations/{installationId}/sample-events/{eventType}",
};
/** List stored values by key. */
export const listStoredValues: RouteOf<OperationTypes, "listStoredValues", "GET"> = {
  id: "listStoredValues",
  method: "GET",
  path: "/installations/{installationId}/storage",
};
/** Read a stored value. */
export const getStoredValue: RouteOf<OperationTypes, "getStoredValue", "GET"> = {
  id: "getStoredValue",
  method: "GET",
  path: "/installations/{installationId}/storage/{storageKey}",
};
/** Store a value. */
export const setStoredValue: RouteOf<OperationTypes, "setStoredValue", "PUT"> = {
  id: "setStoredValue",
  method: "PUT",
  path: "/installations/{installationId}/storage/{storageKey}",
  query: ["spaceId", "siteId"],
};
/** Delete a stored value, if there is one. */
export const deleteStoredValue: RouteOf<OperationTypes, "deleteStoredValue", "DELETE"> = {
  id: "deleteStoredValue",
  method: "DELETE",
  path: "/installations/{installationId}/storage/{storageKey}",
  query: ["spaceId", "siteId"],
};
/** Add to a stored number, which starts at 0. */
export const incrementStoredValue: RouteOf<OperationTypes, "incrementStoredValue", "POST"> = {
  id: "incrementStoredValue",
  method: "POST",
  path: "/installations/{installationId}/storage/{storageKey}/increment",
  query: ["spaceId", "siteId"],
};
/** Queue a task, which is delivered as a task event. */
export const queueTask: RouteOf<OperationTypes, "queueTask", "POST"> = {
  id: "queueTask",
  method: "POST",
  path: "/tasks",
};
/** Read an organization's usage. */
export const getOrganizationUsage: RouteOf<OperationTypes, "getOrganizationUsage", "GET"> = {
  id: "getOrganizationUsage",
  method: "GET",
  path: "/organizations/{organizationId}/usage",
};
/** Set an organization's quotas; omitted ones use the defaults. */
export const setOrganizationQuota: RouteOf<OperationTypes, "setOrganizationQuota", "PUT"> = {
  id: "setOrganizationQuota",
  method: "PUT",
  path: "/organizations/{organizationId}/quota",
};
/** Grant the scopes that a new version of an installation's integration requests. */
export const consentToInstallation: RouteOf<OperationTypes, "consentToInstallation", "POST"> = {
  id: "consentToInstallation",
  method: "POST",
  path: "/installations/{installationId}/consent",
};
/** List the webhook endpoints of an installation. */
export const listWebhookEndpoints: RouteOf<OperationTypes, "listWebhookEndpoints", "GET"> = {
  id: "listWebhookEndpoints",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints",
};
/** Create a webhook endpoint with a new secret. */
export const createWebhookEndpoint: RouteOf<OperationTypes, "createWebhookEndpoint", "POST"> = {
  id: "createWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints",
};
/** Read a webhook endpoint. */
export const getWebhookEndpoint: RouteOf<OperationTypes, "getWebhookEndpoint", "GET"> = {
  id: "getWebhookEndpoint",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
};
/** Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones. */
export const updateWebhookEndpoint: RouteOf<OperationTypes, "updateWebhookEndpoint", "PATCH"> = {
  id: "updateWebhookEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
};
/** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
export const verifyWebhookEndpoint: RouteOf<OperationTypes, "verifyWebhookEndpoint", "POST"> = {
  id: "verifyWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
};
/** Pause a webhook endpoint, which queues its deliveries. */
export const pauseWebhookEndpoint: RouteOf<OperationTypes, "pauseWebhookEndpoint", "POST"> = {
  id: "pauseWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/pause",
};
/** Resume a paused webhook endpoint, which sends its queued deliveries. */
export const resumeWebhookEndpoint: RouteOf<OperationTypes, "resumeWebhookEndpoint", "POST"> = {
  id: "resumeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/resume",
};
