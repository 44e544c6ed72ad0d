// Generated from the declarations in this folder: `npm run generate`. Do not edit.

/** Read which claims a site keeps of its visitors. */
export const getClaimsSchema = {
  id: "getClaimsSchema",
  method: "GET",
  path: "/sites/{siteId}/claims-schema",
} as const;
/** Set which claims a site keeps of its visitors, from their next sign-in on. */
export const updateClaimsSchema = {
  id: "updateClaimsSchema",
  method: "PUT",
  path: "/sites/{siteId}/claims-schema",
} as const;
/** Read for whom a page is on sites. */
export const getPageConditions = {
  id: "getPageConditions",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/conditions",
} as const;
/** Show a page on sites only to visitors whose claims meet all conditions. */
export const updatePageConditions = {
  id: "updatePageConditions",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/conditions",
} as const;
/** List the API keys of an organization. */
export const listApiKeys = {
  id: "listApiKeys",
  method: "GET",
  path: "/organizations/{organizationId}/api-keys",
} as const;
/** Create an API key; the token in the response is shown only here. */
export const createApiKey = {
  id: "createApiKey",
  method: "POST",
  path: "/organizations/{organizationId}/api-keys",
} as const;
/** Revoke an API key at once. */
export const revokeApiKey = {
  id: "revokeApiKey",
  method: "DELETE",
  path: "/organizations/{organizationId}/api-keys/{keyId}",
} as const;
/** List who changed what in the caller's organizations, newest first. */
export const listAuditEntries = { id: "listAuditEntries", method: "GET", path: "/audit-entries" } as const;
/** Read the latest change, or be notified of each as it comes. */
export const listChanges = { id: "listChanges", method: "GET", path: "/changes" } as const;
/** Render a component, after an action where one is given. */
export const renderComponent = {
  id: "renderComponent",
  method: "POST",
  path: "/installations/{installationId}/components/{componentId}/render",
} as const;
/** List the options of a select whose component names a URL, as its integration offers them. */
export const listSelectOptions = {
  id: "listSelectOptions",
  method: "GET",
  path: "/installations/{installationId}/select-options",
} as const;
/** Make a space. */
export const createSpace = { id: "createSpace", method: "POST", path: "/spaces" } as const;
/** Rename a space, or change its visibility, which emits space_visibility_updated. */
export const updateSpace = { id: "updateSpace", method: "PATCH", path: "/spaces/{spaceId}" } as const;
/** Put a space into the trash: its sites are not served, and its pages cannot be changed. */
export const trashSpace = { id: "trashSpace", method: "POST", path: "/spaces/{spaceId}/trash" } as const;
/** Take a space out of the trash. */
export const restoreSpace = {
  id: "restoreSpace",
  method: "POST",
  path: "/spaces/{spaceId}/restore",
} as const;
/** Make a page; emits space_content_updated. */
export const createPage = { id: "createPage", method: "POST", path: "/spaces/{spaceId}/pages" } as const;
/** Rename a page, or change its path; emits space_content_updated. */
export const updatePage = {
  id: "updatePage",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}",
} as const;
/** Move a page with all below it; emits space_content_updated. */
export const movePage = {
  id: "movePage",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/move",
} as const;
/** Delete a page with all below it; emits space_content_updated. */
export const deletePage = {
  id: "deletePage",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}",
} as const;
/** Make a site that publishes a space. */
export const createSite = { id: "createSite", method: "POST", path: "/sites" } as const;
/** Rename a site, change its address, or which space it publishes. */
export const updateSite = { id: "updateSite", method: "PATCH", path: "/sites/{siteId}" } as const;
/** Put a site into the trash: it is not served, and its address stays its own. */
export const trashSite = { id: "trashSite", method: "POST", path: "/sites/{siteId}/trash" } as const;
/** Take a site out of the trash. */
export const restoreSite = { id: "restoreSite", method: "POST", path: "/sites/{siteId}/restore" } as const;
/** List spaces. */
export const listSpaces = { id: "listSpaces", method: "GET", path: "/spaces" } as const;
/** Read a space. */
export const getSpace = { id: "getSpace", method: "GET", path: "/spaces/{spaceId}" } as const;
/** List the pages of a space. */
export const listPages = { id: "listPages", method: "GET", path: "/spaces/{spaceId}/pages" } as const;
/** Read a page. */
export const getPage = { id: "getPage", method: "GET", path: "/spaces/{spaceId}/pages/{pageId}" } as const;
/** Read what a page says. */
export const getPageContent = {
  id: "getPageContent",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/content",
} as const;
/** Save a page; emits space_content_updated. */
export const updatePageContent = {
  id: "updatePageContent",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/content",
} as const;
/** List sites. */
export const listSites = { id: "listSites", method: "GET", path: "/sites" } as const;
/** Read a site. */
export const getSite = { id: "getSite", method: "GET", path: "/sites/{siteId}" } as const;
/** Emit events of the organization's own product to webhook endpoints, all or none. */
export const emitCustomEvents = {
  id: "emitCustomEvents",
  method: "POST",
  path: "/organizations/{organizationId}/events",
} as const;
/** List the event types that an organization defined, by name, archived ones too. */
export const listCustomEventTypes = {
  id: "listCustomEventTypes",
  method: "GET",
  path: "/organizations/{organizationId}/event-types",
} as const;
/** Define an event type of the organization's own product. */
export const createCustomEventType = {
  id: "createCustomEventType",
  method: "POST",
  path: "/organizations/{organizationId}/event-types",
} as const;
/** Read an event type that an organization defined. */
export const getCustomEventType = {
  id: "getCustomEventType",
  method: "GET",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
} as const;
/** Change an event type, archive it, or bring it back. */
export const updateCustomEventType = {
  id: "updateCustomEventType",
  method: "PATCH",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
} as const;
/** List the deliveries of an event, over all installations that received it. */
export const listEventDeliveries = {
  id: "listEventDeliveries",
  method: "GET",
  path: "/events/{eventId}/deliveries",
} as const;
/** List deliveries, newest first. */
export const listDeliveries = { id: "listDeliveries", method: "GET", path: "/deliveries" } as const;
/** List the deliveries of an installation, newest first. */
export const listInstallationDeliveries = {
  id: "listInstallationDeliveries",
  method: "GET",
  path: "/installations/{installationId}/deliveries",
} as const;
/** Read a delivery. */
export const getDelivery = {
  id: "getDelivery",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}",
} as const;
/** List the requests a delivery made, oldest first. */
export const listDeliveryAttempts = {
  id: "listDeliveryAttempts",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/attempts",
} as const;
/** Send a delivery again, with all its retries before it. */
export const sendDeliveryAgain = {
  id: "sendDeliveryAgain",
  method: "POST",
  path: "/installations/{installationId}/deliveries/{deliveryId}/send-again",
} as const;
/** List the endpoints that were disabled because they failed, until each is acknowledged. */
export const listNotices = { id: "listNotices", method: "GET", path: "/notices" } as const;
/** Acknowledge a notice; it is listed no more. */
export const acknowledgeNotice = {
  id: "acknowledgeNotice",
  method: "POST",
  path: "/notices/{noticeId}/acknowledge",
} as const;
/** Count deliveries by when their events happened. */
export const countDeliveries = { id: "countDeliveries", method: "GET", path: "/deliveries/counts" } as const;
/** Group failed deliveries by target and cause; lists the 100 largest groups, largest first. */
export const listFailureCauses = {
  id: "listFailureCauses",
  method: "GET",
  path: "/deliveries/failure-causes",
} as const;
/** Send many deliveries again, each with all its retries before it. */
export const sendDeliveriesAgain = {
  id: "sendDeliveriesAgain",
  method: "POST",
  path: "/deliveries/send-again",
} as const;
/** Read what a delivery carries. */
export const getDeliveryBody = {
  id: "getDeliveryBody",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/body",
} as const;
/** List the caller's saved views of an organization's deliveries, by name. */
export const listDeliveryViews = {
  id: "listDeliveryViews",
  method: "GET",
  path: "/organizations/{organizationId}/delivery-views",
} as const;
/** Save a view of an organization's deliveries; nobody but the caller sees it. */
export const saveDeliveryView = {
  id: "saveDeliveryView",
  method: "POST",
  path: "/organizations/{organizationId}/delivery-views",
} as const;
/** Remove one of the caller's saved views. */
export const removeDeliveryView = {
  id: "removeDeliveryView",
  method: "DELETE",
  path: "/organizations/{organizationId}/delivery-views/{viewId}",
} as const;
/** Take deliveries from a polling endpoint, in order; those that are not acknowledged come again. */
export const pollWebhookEndpoint = {
  id: "pollWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll",
} as const;
/** Say that deliveries of a polling endpoint are done with; saying it again is harmless. */
export const acknowledgeWebhookEndpoint = {
  id: "acknowledgeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/acknowledge",
} as const;
/** Give the consumer of a polling endpoint a token, in the place of the one before; it is shown once. */
export const rotateWebhookEndpointPollToken = {
  id: "rotateWebhookEndpointPollToken",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-poll-token",
} as const;
/** List events, newest first. */
export const listEvents = { id: "listEvents", method: "GET", path: "/events" } as const;
/** List the events that an installation received, newest first. */
export const listInstallationEvents = {
  id: "listInstallationEvents",
  method: "GET",
  path: "/installations/{installationId}/events",
} as const;
/** List who an event reaches, and for all others of the organization why not. */
export const listEventRecipients = {
  id: "listEventRecipients",
  method: "GET",
  path: "/events/{eventId}/recipients",
} as const;
/** List the event types that endpoints can subscribe to, each with schema, version and example. */
export const listEventTypes = { id: "listEventTypes", method: "GET", path: "/event-types" } as const;
/** Read one event type with its schema, version and example. */
export const getEventType = { id: "getEventType", method: "GET", path: "/event-types/{eventType}" } as const;
/** Read which Git repository a space is bound to, and what became of its last sync. */
export const getGitSync = { id: "getGitSync", method: "GET", path: "/spaces/{spaceId}/git" } as const;
/** Bind a space to a Git repository, or change how. */
export const configureGitSync = {
  id: "configureGitSync",
  method: "PUT",
  path: "/spaces/{spaceId}/git",
} as const;
/** End the binding of a space; its pages and the repository stay as they are. */
export const deleteGitSync = {
  id: "deleteGitSync",
  method: "DELETE",
  path: "/spaces/{spaceId}/git",
} as const;
/** Sync a space with its repository; emits space_gitsync_started and space_gitsync_completed. */
export const startGitSync = {
  id: "startGitSync",
  method: "POST",
  path: "/spaces/{spaceId}/git/sync",
} as const;
/** List installations. */
export const listInstallations = { id: "listInstallations", method: "GET", path: "/installations" } as const;
/** Read an installation. */
export const getInstallation = {
  id: "getInstallation",
  method: "GET",
  path: "/installations/{installationId}",
} as const;
/** Edit an installation; an edit of its configuration emits installation_setup. */
export const updateInstallation = {
  id: "updateInstallation",
  method: "PATCH",
  path: "/installations/{installationId}",
} as const;
/** Remove an installation with all that belongs to it; emits installation_deleted. */
export const deleteInstallation = {
  id: "deleteInstallation",
  method: "DELETE",
  path: "/installations/{installationId}",
} as const;
/** Hold back an installation's events. */
export const pauseInstallation = {
  id: "pauseInstallation",
  method: "POST",
  path: "/installations/{installationId}/pause",
} as const;
/** Let an installation's events through again. */
export const resumeInstallation = {
  id: "resumeInstallation",
  method: "POST",
  path: "/installations/{installationId}/resume",
} as const;
/** List the spaces an integration is installed in. */
export const listSpaceInstallations = {
  id: "listSpaceInstallations",
  method: "GET",
  path: "/installations/{installationId}/spaces",
} as const;
/** Install an integration into a space; emits space_installation_setup. */
export const createSpaceInstallation = {
  id: "createSpaceInstallation",
  method: "PUT",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
/** Read a space installation. */
export const getSpaceInstallation = {
  id: "getSpaceInstallation",
  method: "GET",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
/** Edit a space installation; an edit of its configuration emits space_installation_setup. */
export const updateSpaceInstallation = {
  id: "updateSpaceInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
/** Remove an integration from a space; emits space_installation_deleted. */
export const deleteSpaceInstallation = {
  id: "deleteSpaceInstallation",
  method: "DELETE",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
/** List the sites an integration is installed in. */
export const listSiteInstallations = {
  id: "listSiteInstallations",
  method: "GET",
  path: "/installations/{installationId}/sites",
} as const;
/** Install an integration into a site; emits site_installation_setup. */
export const createSiteInstallation = {
  id: "createSiteInstallation",
  method: "PUT",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
/** Read a site installation. */
export const getSiteInstallation = {
  id: "getSiteInstallation",
  method: "GET",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
/** Edit a site installation; an edit of its configuration emits site_installation_setup. */
export const updateSiteInstallation = {
  id: "updateSiteInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
/** Remove an integration from a site; emits site_installation_deleted. */
export const deleteSiteInstallation = {
  id: "deleteSiteInstallation",
  method: "DELETE",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
/** List the options of a setting, as its integration offers them. */
export const listPropertyOptions = {
  id: "listPropertyOptions",
  method: "GET",
  path: "/installations/{installationId}/options/{property}",
} as const;
/** Get a ticket that opens the callback of a button among the settings of an installation. */
export const createConnectTicket = {
  id: "createConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/connect/{property}",
} as const;
/** Get a ticket that opens the callback of a button among the settings of a space installation. */
export const createSpaceConnectTicket = {
  id: "createSpaceConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/spaces/{spaceId}/connect/{property}",
} as const;
/** Get a ticket that opens the callback of a button among the settings of a site installation. */
export const createSiteConnectTicket = {
  id: "createSiteConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/sites/{siteId}/connect/{property}",
} as const;
/** Read whether an installation's integration is sent its events, or the platform disabled it. */
export const getIntegrationEndpoint = {
  id: "getIntegrationEndpoint",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint",
} as const;
/** Enable an installation's integration that the platform disabled. */
export const updateIntegrationEndpoint = {
  id: "updateIntegrationEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/integration-endpoint",
} as const;
/** Try an integration at once that keeps failing, instead of at the time of its next probe. */
export const probeIntegrationEndpoint = {
  id: "probeIntegrationEndpoint",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/probe",
} as const;
/** Read how an installation's integration is doing, hour by hour. */
export const getIntegrationEndpointStatistics = {
  id: "getIntegrationEndpointStatistics",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/statistics",
} as const;
/** List the recoveries of an installation's integration, newest first. */
export const listIntegrationEndpointRecoveries = {
  id: "listIntegrationEndpointRecoveries",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
} as const;
/** Count what a recovery of an installation's integration would send again, before it is started. */
export const countIntegrationEndpointRecovery = {
  id: "countIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/count",
} as const;
/** Send again what failed at an installation's integration since a time, so many a second. */
export const startIntegrationEndpointRecovery = {
  id: "startIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
} as const;
/** Read how far a recovery of an installation's integration is. */
export const getIntegrationEndpointRecovery = {
  id: "getIntegrationEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}",
} as const;
/** End a recovery of an installation's integration; what it put back is sent all the same. */
export const cancelIntegrationEndpointRecovery = {
  id: "cancelIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}/cancel",
} as const;
/** List published integrations. */
export const listIntegrations = { id: "listIntegrations", method: "GET", path: "/integrations" } as const;
/** Read an integration. */
export const getIntegration = {
  id: "getIntegration",
  method: "GET",
  path: "/integrations/{integration}",
} as const;
/** Unpublish an integration: take it out of service at once, with installations, tokens and endpoints. */
export const removeIntegration = {
  id: "removeIntegration",
  method: "DELETE",
  path: "/integrations/{integration}",
} as const;
/** Read what a form needs of the manifest: settings and blocks. */
export const getIntegrationManifest = {
  id: "getIntegrationManifest",
  method: "GET",
  path: "/integrations/{integration}/manifest",
} as const;
/** Read what a form needs of the manifest of the version that an installation runs. */
export const getInstallationManifest = {
  id: "getInstallationManifest",
  method: "GET",
  path: "/installations/{installationId}/manifest",
} as const;
/** List the installations of an integration; the token of an installation lists itself. */
export const listIntegrationInstallations = {
  id: "listIntegrationInstallations",
  method: "GET",
  path: "/integrations/{integration}/installations",
} as const;
/** Make a token for an installation with the integration's own, for what arrives at its own endpoint. */
export const createInstallationToken = {
  id: "createInstallationToken",
  method: "POST",
  path: "/integrations/{integration}/installations/{installationId}/tokens",
} as const;
/** Install an integration in an organization; emits installation_setup. */
export const installIntegration = {
  id: "installIntegration",
  method: "POST",
  path: "/integrations/{integration}/installations",
  query: ["share"],
} as const;
/** List what an integration wrote and the calls of it, newest first, or watch them as they come. */
export const listIntegrationLogs = {
  id: "listIntegrationLogs",
  method: "GET",
  path: "/integrations/{integration}/logs",
} as const;
/** List the organizations that the caller is in. */
export const listOrganizations = { id: "listOrganizations", method: "GET", path: "/organizations" } as const;
/** Create an organization; a person who does becomes its owner. */
export const createOrganization = {
  id: "createOrganization",
  method: "POST",
  path: "/organizations",
} as const;
/** Read an organization. */
export const getOrganization = {
  id: "getOrganization",
  method: "GET",
  path: "/organizations/{organizationId}",
} as const;
/** Rename an organization, or require a second factor of its members. */
export const updateOrganization = {
  id: "updateOrganization",
  method: "PATCH",
  path: "/organizations/{organizationId}",
} as const;
/** List the members of an organization. */
export const listMembers = {
  id: "listMembers",
  method: "GET",
  path: "/organizations/{organizationId}/members",
} as const;
/** Make a person a member without an invitation. */
export const addMember = {
  id: "addMember",
  method: "PUT",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
/** Give a member another role; only owners make or change owners. */
export const updateMember = {
  id: "updateMember",
  method: "PATCH",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
/** Remove a member; everybody may remove themselves, but the last owner stays. */
export const removeMember = {
  id: "removeMember",
  method: "DELETE",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
/** List the invitations to an organization that can still be accepted. */
export const listInvitations = {
  id: "listInvitations",
  method: "GET",
  path: "/organizations/{organizationId}/invitations",
} as const;
/** Invite a person; the token in the response is shown only here. */
export const createInvitation = {
  id: "createInvitation",
  method: "POST",
  path: "/organizations/{organizationId}/invitations",
} as const;
/** Withdraw an invitation. */
export const revokeInvitation = {
  id: "revokeInvitation",
  method: "DELETE",
  path: "/organizations/{organizationId}/invitations/{invitationId}",
} as const;
/** Accept an invitation; it works once. */
export const acceptInvitation = {
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
} as const;
/** List the blocks of integrations in a page. */
export const listPageBlocks = {
  id: "listPageBlocks",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks",
} as const;
/** Give a block of a page other props; emits space_content_updated. */
export const updatePageBlock = {
  id: "updatePageBlock",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks/{blockIndex}",
} as const;
/** Ask an integration for the block that a link becomes. */
export const unfurlLink = { id: "unfurlLink", method: "POST", path: "/spaces/{spaceId}/unfurl" } as const;
/** List the caller's drafts of pages of a space, without their text. */
export const listPageDrafts = {
  id: "listPageDrafts",
  method: "GET",
  path: "/spaces/{spaceId}/drafts",
} as const;
/** Read the caller's draft of a page. */
export const getPageDraft = {
  id: "getPageDraft",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
} as const;
/** Save the caller's draft of a page, which is private and emits no event. */
export const savePageDraft = {
  id: "savePageDraft",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
} as const;
/** Discard the caller's draft of a page, if there is one. */
export const discardPageDraft = {
  id: "discardPageDraft",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
} as const;
/** Let somebody look after an organization's webhook endpoints for a short time, by a link. */
export const createPortalSession = {
  id: "createPortalSession",
  method: "POST",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
/** List the sessions of the portal that have not ended, newest first. */
export const listPortalSessions = {
  id: "listPortalSessions",
  method: "GET",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
/** End a session of the portal at once. */
export const revokePortalSession = {
  id: "revokePortalSession",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions/{portalSessionId}",
} as const;
/** End all sessions of the portal of an organization at once. */
export const revokePortalSessions = {
  id: "revokePortalSessions",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
/** Read what the portal session that calls is about. */
export const getPortalSession = { id: "getPortalSession", method: "GET", path: "/portal-session" } as const;
/** Publish an integration or a new version of it, from a URL or from a bundle that the platform runs. */
export const publishIntegration = {
  id: "publishIntegration",
  method: "PUT",
  path: "/integrations/{integration}",
} as const;
/** List the versions of an integration that can be rolled back to, newest first. */
export const listIntegrationVersions = {
  id: "listIntegrationVersions",
  method: "GET",
  path: "/integrations/{integration}/versions",
} as const;
/** Make an earlier version the current one at once, as a version of its own; secrets stay as they are. */
export const rollBackIntegration = {
  id: "rollBackIntegration",
  method: "POST",
  path: "/integrations/{integration}/roll-back",
} as const;
/** List the revisions of a space, newest first. */
export const listRevisions = {
  id: "listRevisions",
  method: "GET",
  path: "/spaces/{spaceId}/revisions",
} as const;
/** Read a revision with its tree of pages. */
export const getRevision = {
  id: "getRevision",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}",
} as const;
/** Read what a page said in a revision. */
export const getRevisionPage = {
  id: "getRevisionPage",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}",
} as const;
/** List what changed in a revision, page by page, with a diff of the text. */
export const listRevisionChanges = {
  id: "listRevisionChanges",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/changes",
} as const;
/** Bring a revision back as a new one, whole or one page; emits space_content_updated. */
export const restoreRevision = {
  id: "restoreRevision",
  method: "POST",
  path: "/spaces/{spaceId}/revisions/{revisionId}/restore",
} as const;
/** Read a sample of an event type, and whether an installation would receive it. */
export const getSampleEvent = {
  id: "getSampleEvent",
  method: "GET",
  path: "/installations/{installationId}/sample-events/{eventType}",
} as const;
/** Send a sample event to one installation, delivered and retried like any other. */
export const sendSampleEvent = {
  id: "sendSampleEvent",
  method: "POST",
  path: "/installations/{installationId}/sample-events/{eventType}",
} as const;
/** List the schedules of an installation with their next run. */
export const listSchedules = {
  id: "listSchedules",
  method: "GET",
  path: "/installations/{installationId}/schedules",
} as const;
/** Read the script grant of an integration. */
export const getScriptGrant = {
  id: "getScriptGrant",
  method: "GET",
  path: "/integrations/{integration}/script-grant",
} as const;
/** Let an integration add scripts to sites, before or after it is published, or revoke that. */
export const updateScriptGrant = {
  id: "updateScriptGrant",
  method: "PUT",
  path: "/integrations/{integration}/script-grant",
} as const;
/** List the settings of the server; secrets are not shown. */
export const listSettings = { id: "listSettings", method: "GET", path: "/settings" } as const;
/** Change settings while the server runs; all of its processes follow within seconds. */
export const updateSettings = { id: "updateSettings", method: "PATCH", path: "/settings" } as const;
/** Read who may read a site. */
export const getSiteAccess = { id: "getSiteAccess", method: "GET", path: "/sites/{siteId}/access" } as const;
/** Let everyone read a site, or only visitors that an integration signs in. */
export const updateSiteAccess = {
  id: "updateSiteAccess",
  method: "PUT",
  path: "/sites/{siteId}/access",
} as const;
/** Read the secrets that tokens of a site's visitors are signed with. */
export const getSiteSigningSecrets = {
  id: "getSiteSigningSecrets",
  method: "GET",
  path: "/sites/{siteId}/signing-secrets",
} as const;
/** Make a new secret for tokens of visitors; the one before it is accepted until the next rotation. */
export const rotateSiteSigningSecret = {
  id: "rotateSiteSigningSecret",
  method: "POST",
  path: "/sites/{siteId}/signing-secrets/rotate",
} as const;
/** List how often each page of a site was seen, day by day. */
export const listSiteViews = { id: "listSiteViews", method: "GET", path: "/sites/{siteId}/views" } as const;
/** Keep conversations with a site, for ninety days. */
export const ingestConversations = {
  id: "ingestConversations",
  method: "POST",
  path: "/sites/{siteId}/conversations",
} as const;
/** List the conversations that are kept with a site, newest first. */
export const listConversations = {
  id: "listConversations",
  method: "GET",
  path: "/sites/{siteId}/conversations",
} as const;
/** List the OpenAPI documents of a site, each in its newest version. */
export const listOpenApiDocuments = {
  id: "listOpenApiDocuments",
  method: "GET",
  path: "/sites/{siteId}/openapi",
} as const;
/** Read an OpenAPI document of a site. */
export const getOpenApiDocument = {
  id: "getOpenApiDocument",
  method: "GET",
  path: "/sites/{siteId}/openapi/{documentName}",
} as const;
/** Check an OpenAPI document and make it the newest version under its name. */
export const uploadOpenApiDocument = {
  id: "uploadOpenApiDocument",
  method: "PUT",
  path: "/sites/{siteId}/openapi/{documentName}",
} as const;
/** Read how a site looks. */
export const getSiteCustomization = {
  id: "getSiteCustomization",
  method: "GET",
  path: "/sites/{siteId}/customization",
} as const;
/** Set how a site looks; what is left out is as on every site. */
export const updateSiteCustomization = {
  id: "updateSiteCustomization",
  method: "PUT",
  path: "/sites/{siteId}/customization",
} as const;
/** Make a link, good for an hour, that shows a site with all its pages and counts nobody. */
export const createSitePreview = {
  id: "createSitePreview",
  method: "POST",
  path: "/sites/{siteId}/previews",
} as const;
/** List the pages of a space that have all words of a query, the best first. */
export const listMatchingPages = {
  id: "listMatchingPages",
  method: "GET",
  path: "/spaces/{spaceId}/search",
} as const;
/** List stored values by key. */
export const listStoredValues = {
  id: "listStoredValues",
  method: "GET",
  path: "/installations/{installationId}/storage",
} as const;
/** Read a stored value. */
export const getStoredValue = {
  id: "getStoredValue",
  method: "GET",
  path: "/installations/{installationId}/storage/{storageKey}",
} as const;
/** Store a value. */
export const setStoredValue = {
  id: "setStoredValue",
  method: "PUT",
  path: "/installations/{installationId}/storage/{storageKey}",
  query: ["spaceId", "siteId"],
} as const;
/** Delete a stored value, if there is one. */
export const deleteStoredValue = {
  id: "deleteStoredValue",
  method: "DELETE",
  path: "/installations/{installationId}/storage/{storageKey}",
  query: ["spaceId", "siteId"],
} as const;
/** Add to a stored number, which begins at 0. */
export const incrementStoredValue = {
  id: "incrementStoredValue",
  method: "POST",
  path: "/installations/{installationId}/storage/{storageKey}/increment",
  query: ["spaceId", "siteId"],
} as const;
/** Queue a task; it comes back as a task event. */
export const queueTask = { id: "queueTask", method: "POST", path: "/tasks" } as const;
/** Export everything that an organization has, part by part, without secrets. */
export const listOrganizationExport = {
  id: "listOrganizationExport",
  method: "GET",
  path: "/organizations/{organizationId}/export",
} as const;
/** Delete an organization with all that it has, events and deliveries included. */
export const deleteOrganization = {
  id: "deleteOrganization",
  method: "DELETE",
  path: "/organizations/{organizationId}",
} as const;
/** Request access to an organization with members for an hour, as the platform administrator. */
export const requestSupportAccess = {
  id: "requestSupportAccess",
  method: "POST",
  path: "/organizations/{organizationId}/support-access",
} as const;
/** Read how much an organization has and asks for. */
export const getOrganizationUsage = {
  id: "getOrganizationUsage",
  method: "GET",
  path: "/organizations/{organizationId}/usage",
} as const;
/** Say how much an organization may ask for and have; what is left out is what everybody has. */
export const setOrganizationQuota = {
  id: "setOrganizationQuota",
  method: "PUT",
  path: "/organizations/{organizationId}/quota",
} as const;
/** List the events that hold data of a visitor, newest first. */
export const listVisitorEvents = {
  id: "listVisitorEvents",
  method: "GET",
  path: "/organizations/{organizationId}/visitors/{visitorId}/events",
} as const;
/** Erase what is stored of a visitor: events, deliveries and what they sent. */
export const eraseVisitor = {
  id: "eraseVisitor",
  method: "DELETE",
  path: "/organizations/{organizationId}/visitors/{visitorId}",
} as const;
/** Remove what events carried that are done with; the record of their deliveries stays. */
export const expungeEvents = {
  id: "expungeEvents",
  method: "POST",
  path: "/organizations/{organizationId}/expunge",
} as const;
/** Let a new key sign tokens; the old one is published until its last token has expired. */
export const rotateTokenKeys = { id: "rotateTokenKeys", method: "POST", path: "/token-keys/rotate" } as const;
/** Submit a public integration for review; approved, every organization sees it. */
export const submitIntegration = {
  id: "submitIntegration",
  method: "POST",
  path: "/integrations/{integration}/reviews",
} as const;
/** List submissions of integrations, with what was decided. */
export const listIntegrationReviews = {
  id: "listIntegrationReviews",
  method: "GET",
  path: "/integration-reviews",
} as const;
/** Approve a submission; later versions are listed too while they ask for no more scopes. */
export const approveIntegration = {
  id: "approveIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/approve",
} as const;
/** Refuse a submission, with a reason. */
export const refuseIntegration = {
  id: "refuseIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/refuse",
} as const;
/** Read the link with which other organizations install an unlisted integration. */
export const getShareLink = {
  id: "getShareLink",
  method: "GET",
  path: "/integrations/{integration}/share-link",
} as const;
/** Replace the link of an unlisted integration; the old one ends at once. */
export const rotateShareLink = {
  id: "rotateShareLink",
  method: "POST",
  path: "/integrations/{integration}/share-link/rotate",
} as const;
/** Consent to scopes that a new version of an installation's integration asks for. */
export const consentToInstallation = {
  id: "consentToInstallation",
  method: "POST",
  path: "/installations/{installationId}/consent",
} as const;
/** Choose the spaces that an installation may be in, or let it be in all. */
export const selectSpaces = {
  id: "selectSpaces",
  method: "PUT",
  path: "/installations/{installationId}/space-selection",
} as const;
/** List the webhook endpoints of an installation. */
export const listWebhookEndpoints = {
  id: "listWebhookEndpoints",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints",
} as const;
/** Register a webhook endpoint; it gets a fresh secret. */
export const createWebhookEndpoint = {
  id: "createWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints",
} as const;
/** Read a webhook endpoint. */
export const getWebhookEndpoint = {
  id: "getWebhookEndpoint",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
/** Change a webhook endpoint; paused keeps its deliveries, disabled gets no new ones. */
export const updateWebhookEndpoint = {
  id: "updateWebhookEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
/** Remove a webhook endpoint. */
export const deleteWebhookEndpoint = {
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
/** Read the secrets that sign for an endpoint. */
export const getWebhookEndpointSecrets = {
  id: "getWebhookEndpointSecrets",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets",
} as const;
/** Give an endpoint a new secret; the old one signs along for the overlap, and must be over before the next. */
export const rotateWebhookEndpointSecret = {
  id: "rotateWebhookEndpointSecret",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-secret",
} as const;
/** Send a sample or edited event to an endpoint, signed and retried like any other. */
export const sendTestEvent = {
  id: "sendTestEvent",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event",
} as const;
/** Send the stored events of a time range to an endpoint, also those it received or missed before. */
export const replayEvents = {
  id: "replayEvents",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/replay",
} as const;
/** Ask an endpoint, with a signed challenge, whether it wants webhooks; what waits is sent once it does. */
export const verifyWebhookEndpoint = {
  id: "verifyWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
} as const;
/** Try an endpoint at once that keeps failing, instead of at the time of its next probe. */
export const probeWebhookEndpoint = {
  id: "probeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/probe",
} as const;
/** Read how a webhook endpoint is doing, hour by hour. */
export const getWebhookEndpointStatistics = {
  id: "getWebhookEndpointStatistics",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/statistics",
} as const;
/** List the recoveries of a webhook endpoint, newest first. */
export const listWebhookEndpointRecoveries = {
  id: "listWebhookEndpointRecoveries",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
} as const;
/** Count what a recovery of a webhook endpoint would send again, before it is started. */
export const countWebhookEndpointRecovery = {
  id: "countWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/count",
} as const;
/** Send again what failed at a webhook endpoint since a time, so many a second. */
export const startWebhookEndpointRecovery = {
  id: "startWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
} as const;
/** Read how far a recovery of a webhook endpoint is. */
export const getWebhookEndpointRecovery = {
  id: "getWebhookEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}",
} as const;
/** End a recovery of a webhook endpoint; what it put back is sent all the same. */
export const cancelWebhookEndpointRecovery = {
  id: "cancelWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel",
} as const;
/** Read who is signed in, by cookie or bearer token. */
export const getSession = { id: "getSession", method: "GET", path: "/session" } as const;
/** Sign this browser in with the administrator's token; sets a cookie. */
export const signIn = { id: "signIn", method: "POST", path: "/session" } as const;
/** Sign this browser out. */
export const signOut = { id: "signOut", method: "DELETE", path: "/session" } as const;
