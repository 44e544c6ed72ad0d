// Generated from the declarations in this folder: `npm run generate`. Do not edit.

/** Read the visitor claims that a site stores. */
export const getClaimsSchema = {
  id: "getClaimsSchema",
  method: "GET",
  path: "/sites/{siteId}/claims-schema",
} as const;
/** Set the visitor claims that a site stores, effective at the next sign-in. */
export const updateClaimsSchema = {
  id: "updateClaimsSchema",
  method: "PUT",
  path: "/sites/{siteId}/claims-schema",
} as const;
/** Read a page's audience on sites. */
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
/** List the events of an organization's active installations that agents can receive. */
export const listAgentEvents = {
  id: "listAgentEvents",
  method: "GET",
  path: "/organizations/{organizationId}/agent-events",
} as const;
/** Subscribe the calling agent to an event, or refresh its subscription. */
export const subscribeAgent = {
  id: "subscribeAgent",
  method: "POST",
  path: "/organizations/{organizationId}/agent-subscriptions",
} as const;
/** End a subscription of the calling agent; safe to repeat. */
export const unsubscribeAgent = {
  id: "unsubscribeAgent",
  method: "POST",
  path: "/organizations/{organizationId}/agent-subscriptions/unsubscribe",
} as const;
/** Read events from the log, oldest first. */
export const pollAgentEvents = {
  id: "pollAgentEvents",
  method: "POST",
  path: "/organizations/{organizationId}/agent-events/poll",
} as const;
/** List the subscriptions of an organization's agents. */
export const listAgentSubscriptions = {
  id: "listAgentSubscriptions",
  method: "GET",
  path: "/organizations/{organizationId}/agent-subscriptions",
} as const;
/** End a subscription of an agent; deliveries that are not sent yet are canceled. */
export const endAgentSubscription = {
  id: "endAgentSubscription",
  method: "DELETE",
  path: "/organizations/{organizationId}/agent-subscriptions/{subscriptionId}",
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
/** Revoke an API key. */
export const revokeApiKey = {
  id: "revokeApiKey",
  method: "DELETE",
  path: "/organizations/{organizationId}/api-keys/{keyId}",
} as const;
/** List the audit log of the caller's organizations, newest first. */
export const listAuditEntries = { id: "listAuditEntries", method: "GET", path: "/audit-entries" } as const;
/** Read the latest change, or stream changes as they happen. */
export const listChanges = { id: "listChanges", method: "GET", path: "/changes" } as const;
/** List the comment threads of a page, oldest first. */
export const listComments = {
  id: "listComments",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/comments",
} as const;
/** Start a comment thread on a part of a page. */
export const createComment = {
  id: "createComment",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/comments",
} as const;
/** Reply to a comment thread. */
export const replyToComment = {
  id: "replyToComment",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}/replies",
} as const;
/** Resolve or reopen a comment thread. */
export const updateComment = {
  id: "updateComment",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}",
} as const;
/** Delete a comment thread with its replies. */
export const deleteComment = {
  id: "deleteComment",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}/comments/{threadId}",
} as const;
/** Render a component, optionally after an action. */
export const renderComponent = {
  id: "renderComponent",
  method: "POST",
  path: "/installations/{installationId}/components/{componentId}/render",
} as const;
/** List the integration's options for a component's select with a URL. */
export const listSelectOptions = {
  id: "listSelectOptions",
  method: "GET",
  path: "/installations/{installationId}/select-options",
} as const;
/** Create a space. */
export const createSpace = { id: "createSpace", method: "POST", path: "/spaces" } as const;
/** Rename a space, or change its visibility, which emits space_visibility_updated. */
export const updateSpace = { id: "updateSpace", method: "PATCH", path: "/spaces/{spaceId}" } as const;
/** Move a space to the trash: its sites go offline, and its pages become read-only. */
export const trashSpace = { id: "trashSpace", method: "POST", path: "/spaces/{spaceId}/trash" } as const;
/** Restore a space from the trash. */
export const restoreSpace = {
  id: "restoreSpace",
  method: "POST",
  path: "/spaces/{spaceId}/restore",
} as const;
/** Create a page; emits space_content_updated. */
export const createPage = { id: "createPage", method: "POST", path: "/spaces/{spaceId}/pages" } as const;
/** Rename a page, or change its path; emits space_content_updated. */
export const updatePage = {
  id: "updatePage",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}",
} as const;
/** Move a page with its subpages; emits space_content_updated. */
export const movePage = {
  id: "movePage",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/move",
} as const;
/** Delete a page with its subpages; emits space_content_updated. */
export const deletePage = {
  id: "deletePage",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}",
} as const;
/** Create a site that publishes a space. */
export const createSite = { id: "createSite", method: "POST", path: "/sites" } as const;
/** Change a site's title, URL or published space. */
export const updateSite = { id: "updateSite", method: "PATCH", path: "/sites/{siteId}" } as const;
/** Move a site to the trash: it goes offline and keeps its URL. */
export const trashSite = { id: "trashSite", method: "POST", path: "/sites/{siteId}/trash" } as const;
/** Restore a site from the trash. */
export const restoreSite = { id: "restoreSite", method: "POST", path: "/sites/{siteId}/restore" } as const;
/** List spaces. */
export const listSpaces = { id: "listSpaces", method: "GET", path: "/spaces" } as const;
/** Read a space. */
export const getSpace = { id: "getSpace", method: "GET", path: "/spaces/{spaceId}" } as const;
/** List the pages of a space. */
export const listPages = { id: "listPages", method: "GET", path: "/spaces/{spaceId}/pages" } as const;
/** List the Markdown files of a space's pages. */
export const listPageFiles = {
  id: "listPageFiles",
  method: "GET",
  path: "/spaces/{spaceId}/page-files",
} as const;
/** Read a page. */
export const getPage = { id: "getPage", method: "GET", path: "/spaces/{spaceId}/pages/{pageId}" } as const;
/** Read a page's content. */
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
/** Emit custom events to webhook endpoints, all or none. */
export const emitCustomEvents = {
  id: "emitCustomEvents",
  method: "POST",
  path: "/organizations/{organizationId}/events",
} as const;
/** List an organization's custom event types by name, including archived ones. */
export const listCustomEventTypes = {
  id: "listCustomEventTypes",
  method: "GET",
  path: "/organizations/{organizationId}/event-types",
} as const;
/** Define a custom event type. */
export const createCustomEventType = {
  id: "createCustomEventType",
  method: "POST",
  path: "/organizations/{organizationId}/event-types",
} as const;
/** Read a custom event type. */
export const getCustomEventType = {
  id: "getCustomEventType",
  method: "GET",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
} as const;
/** Change, archive or restore a custom event type. */
export const updateCustomEventType = {
  id: "updateCustomEventType",
  method: "PATCH",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
} as const;
/** List an event's deliveries to all installations. */
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
/** List a delivery's attempts, oldest first. */
export const listDeliveryAttempts = {
  id: "listDeliveryAttempts",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/attempts",
} as const;
/** Resend a delivery with a fresh retry schedule. */
export const sendDeliveryAgain = {
  id: "sendDeliveryAgain",
  method: "POST",
  path: "/installations/{installationId}/deliveries/{deliveryId}/send-again",
} as const;
/** List unacknowledged notices of endpoints that were disabled after failing. */
export const listNotices = { id: "listNotices", method: "GET", path: "/notices" } as const;
/** Acknowledge a notice, which removes it from the list. */
export const acknowledgeNotice = {
  id: "acknowledgeNotice",
  method: "POST",
  path: "/notices/{noticeId}/acknowledge",
} as const;
/** Count deliveries by event time. */
export const countDeliveries = { id: "countDeliveries", method: "GET", path: "/deliveries/counts" } as const;
/** Group failed deliveries by target and cause. */
export const groupFailedDeliveries = {
  id: "groupFailedDeliveries",
  method: "GET",
  path: "/deliveries/failure-causes",
} as const;
/** Resend many deliveries, each with a fresh retry schedule. */
export const sendDeliveriesAgain = {
  id: "sendDeliveriesAgain",
  method: "POST",
  path: "/deliveries/send-again",
} as const;
/** Read a delivery's content. */
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
/** Save a private view of an organization's deliveries. */
export const saveDeliveryView = {
  id: "saveDeliveryView",
  method: "POST",
  path: "/organizations/{organizationId}/delivery-views",
} as const;
/** Delete one of the caller's saved views. */
export const removeDeliveryView = {
  id: "removeDeliveryView",
  method: "DELETE",
  path: "/organizations/{organizationId}/delivery-views/{viewId}",
} as const;
/** Poll an endpoint for deliveries in order; unacknowledged deliveries are returned again. */
export const pollWebhookEndpoint = {
  id: "pollWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll",
} as const;
/** Acknowledge deliveries of a polling endpoint; safe to repeat. */
export const acknowledgeWebhookEndpoint = {
  id: "acknowledgeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/acknowledge",
} as const;
/** Create a polling endpoint's token, replacing the previous one; it is shown only once. */
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
/** List an event's recipients, and the reason for every installation that doesn't receive it. */
export const listEventRecipients = {
  id: "listEventRecipients",
  method: "GET",
  path: "/events/{eventId}/recipients",
} as const;
/** List the event types that endpoints can subscribe to, each with schema, version and example. */
export const listEventTypes = { id: "listEventTypes", method: "GET", path: "/event-types" } as const;
/** Read one event type with its schema, version and example. */
export const getEventType = { id: "getEventType", method: "GET", path: "/event-types/{eventType}" } as const;
/** Read a space's Git connection and the result of its last sync. */
export const getGitSync = { id: "getGitSync", method: "GET", path: "/spaces/{spaceId}/git" } as const;
/** Connect a space to a Git repository, or change the connection. */
export const configureGitSync = {
  id: "configureGitSync",
  method: "PUT",
  path: "/spaces/{spaceId}/git",
} as const;
/** Disconnect a space from Git; its pages and the repository are unchanged. */
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
/** List the images of a space. */
export const listImages = { id: "listImages", method: "GET", path: "/spaces/{spaceId}/images" } as const;
/** Store an image for the pages of a space. */
export const uploadImage = { id: "uploadImage", method: "POST", path: "/spaces/{spaceId}/images" } as const;
/** Read an image's type and size. */
export const getImage = {
  id: "getImage",
  method: "GET",
  path: "/spaces/{spaceId}/images/{imageId}",
} as const;
/** Read an image's content. */
export const getImageContent = {
  id: "getImageContent",
  method: "GET",
  path: "/spaces/{spaceId}/images/{imageId}/content",
} as const;
/** Delete an image; pages that use it show a broken image. */
export const deleteImage = {
  id: "deleteImage",
  method: "DELETE",
  path: "/spaces/{spaceId}/images/{imageId}",
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
/** Delete an installation with all its data; emits installation_deleted. */
export const deleteInstallation = {
  id: "deleteInstallation",
  method: "DELETE",
  path: "/installations/{installationId}",
} as const;
/** Pause an installation, which queues its events. */
export const pauseInstallation = {
  id: "pauseInstallation",
  method: "POST",
  path: "/installations/{installationId}/pause",
} as const;
/** Resume a paused installation. */
export const resumeInstallation = {
  id: "resumeInstallation",
  method: "POST",
  path: "/installations/{installationId}/resume",
} as const;
/** List the integration's options for a setting. */
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
/** Read whether the platform disabled the delivery of events to an installation's integration. */
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
/** Probe a failing integration now, instead of at its next scheduled probe. */
export const probeIntegrationEndpoint = {
  id: "probeIntegrationEndpoint",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/probe",
} as const;
/** Read the statistics of an installation's integration, hour by hour. */
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
/** Count the deliveries that a recovery of an installation's integration would resend. */
export const countIntegrationEndpointRecovery = {
  id: "countIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/count",
} as const;
/** Start a recovery of an installation's integration: resend failed deliveries at a limited rate. */
export const startIntegrationEndpointRecovery = {
  id: "startIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
} as const;
/** Read the progress of a recovery of an installation's integration. */
export const getIntegrationEndpointRecovery = {
  id: "getIntegrationEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}",
} as const;
/** Cancel a recovery of an installation's integration; deliveries it already scheduled are still sent. */
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
/** Unpublish an integration immediately, with its installations, tokens and endpoints. */
export const removeIntegration = {
  id: "removeIntegration",
  method: "DELETE",
  path: "/integrations/{integration}",
} as const;
/** Read the parts of a manifest that forms need: settings and blocks. */
export const getIntegrationManifest = {
  id: "getIntegrationManifest",
  method: "GET",
  path: "/integrations/{integration}/manifest",
} as const;
/** Read the form parts of the manifest version that an installation runs. */
export const getInstallationManifest = {
  id: "getInstallationManifest",
  method: "GET",
  path: "/installations/{installationId}/manifest",
} as const;
/** List an integration's installations; an installation's token lists only itself. */
export const listIntegrationInstallations = {
  id: "listIntegrationInstallations",
  method: "GET",
  path: "/integrations/{integration}/installations",
} as const;
/** Create an installation token with the integration's token, for requests to its own endpoint. */
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
/** List an integration's log lines and calls, newest first, or stream them. */
export const listIntegrationLogs = {
  id: "listIntegrationLogs",
  method: "GET",
  path: "/integrations/{integration}/logs",
} as const;
/** List the caller's organizations. */
export const listOrganizations = { id: "listOrganizations", method: "GET", path: "/organizations" } as const;
/** Create an organization; the person who creates it becomes its owner. */
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
/** Rename an organization, or require two-factor authentication. */
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
/** Add a member without an invitation. */
export const addMember = {
  id: "addMember",
  method: "PUT",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
/** Change a member's role; only owners can add or change owners. */
export const updateMember = {
  id: "updateMember",
  method: "PATCH",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
/** Remove a member; members can remove themselves, except the last owner. */
export const removeMember = {
  id: "removeMember",
  method: "DELETE",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
/** List an organization's pending invitations. */
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
/** Replace the props of a page's block; emits space_content_updated. */
export const updatePageBlock = {
  id: "updatePageBlock",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks/{blockIndex}",
} as const;
/** Unfurl a link into an integration's block. */
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
/** Create a short-lived link for managing an organization's webhook endpoints. */
export const createPortalSession = {
  id: "createPortalSession",
  method: "POST",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
/** List active portal sessions, newest first. */
export const listPortalSessions = {
  id: "listPortalSessions",
  method: "GET",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
/** Revoke a portal session. */
export const revokePortalSession = {
  id: "revokePortalSession",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions/{portalSessionId}",
} as const;
/** Revoke all portal sessions of an organization. */
export const revokePortalSessions = {
  id: "revokePortalSessions",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
/** Read the scope of the calling portal session. */
export const getPortalSession = { id: "getPortalSession", method: "GET", path: "/portal-session" } as const;
/** Read the kinds of resources, scopes and events of the platform's product. */
export const getContract = { id: "getContract", method: "GET", path: "/contract" } as const;
/** Publish an integration or a new version, hosted at a URL or as a bundle that the platform runs. */
export const publishIntegration = {
  id: "publishIntegration",
  method: "PUT",
  path: "/integrations/{integration}",
} as const;
/** List an integration's versions available for rollback, newest first. */
export const listIntegrationVersions = {
  id: "listIntegrationVersions",
  method: "GET",
  path: "/integrations/{integration}/versions",
} as const;
/** Roll back to an earlier version, published as a new version; secrets are unchanged. */
export const rollBackIntegration = {
  id: "rollBackIntegration",
  method: "POST",
  path: "/integrations/{integration}/roll-back",
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
/** Read a page's content in a revision. */
export const getRevisionPage = {
  id: "getRevisionPage",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}",
} as const;
/** List the changes in a revision by page, with text diffs. */
export const listRevisionChanges = {
  id: "listRevisionChanges",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/changes",
} as const;
/** Restore a revision, or one page of it, as a new revision; emits space_content_updated. */
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
/** Set or revoke an integration's script grant, before or after it is published. */
export const updateScriptGrant = {
  id: "updateScriptGrant",
  method: "PUT",
  path: "/integrations/{integration}/script-grant",
} as const;
/** List the settings of the server; secrets are not shown. */
export const listSettings = { id: "listSettings", method: "GET", path: "/settings" } as const;
/** Change settings at runtime; all server processes apply them within seconds. */
export const updateSettings = { id: "updateSettings", method: "PATCH", path: "/settings" } as const;
/** Read who can access a site. */
export const getSiteAccess = { id: "getSiteAccess", method: "GET", path: "/sites/{siteId}/access" } as const;
/** Open a site to everyone, or restrict it to visitors that an integration signs in. */
export const updateSiteAccess = {
  id: "updateSiteAccess",
  method: "PUT",
  path: "/sites/{siteId}/access",
} as const;
/** Read the signing secrets for a site's visitor tokens. */
export const getSiteSigningSecrets = {
  id: "getSiteSigningSecrets",
  method: "GET",
  path: "/sites/{siteId}/signing-secrets",
} as const;
/** Rotate the secret for visitor tokens; the previous one stays valid until the next rotation. */
export const rotateSiteSigningSecret = {
  id: "rotateSiteSigningSecret",
  method: "POST",
  path: "/sites/{siteId}/signing-secrets/rotate",
} as const;
/** List the daily views of a site's pages. */
export const listSiteViews = { id: "listSiteViews", method: "GET", path: "/sites/{siteId}/views" } as const;
/** Store conversations for a site, for 90 days. */
export const ingestConversations = {
  id: "ingestConversations",
  method: "POST",
  path: "/sites/{siteId}/conversations",
} as const;
/** List a site's stored conversations, newest first. */
export const listConversations = {
  id: "listConversations",
  method: "GET",
  path: "/sites/{siteId}/conversations",
} as const;
/** List the latest versions of a site's OpenAPI documents. */
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
/** Validate an OpenAPI document and store it as the latest version under its name. */
export const uploadOpenApiDocument = {
  id: "uploadOpenApiDocument",
  method: "PUT",
  path: "/sites/{siteId}/openapi/{documentName}",
} as const;
/** Read a site's appearance. */
export const getSiteCustomization = {
  id: "getSiteCustomization",
  method: "GET",
  path: "/sites/{siteId}/customization",
} as const;
/** Set a site's appearance; omitted fields use the defaults. */
export const updateSiteCustomization = {
  id: "updateSiteCustomization",
  method: "PUT",
  path: "/sites/{siteId}/customization",
} as const;
/** Create a preview link for a site with all its pages, valid for an hour; views aren't counted. */
export const createSitePreview = {
  id: "createSitePreview",
  method: "POST",
  path: "/sites/{siteId}/previews",
} as const;
/** Search a space for pages that contain all words of a query, best match first. */
export const listMatchingPages = {
  id: "listMatchingPages",
  method: "GET",
  path: "/spaces/{spaceId}/search",
} as const;
/** Limit an installation to certain spaces, or allow all. */
export const selectSpaces = {
  id: "selectSpaces",
  method: "PUT",
  path: "/installations/{installationId}/space-selection",
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
/** Add to a stored number, which starts at 0. */
export const incrementStoredValue = {
  id: "incrementStoredValue",
  method: "POST",
  path: "/installations/{installationId}/storage/{storageKey}/increment",
  query: ["spaceId", "siteId"],
} as const;
/** Queue a task, which is delivered as a task event. */
export const queueTask = { id: "queueTask", method: "POST", path: "/tasks" } as const;
/** List the tasks of an installation, newest first. */
export const listTasks = {
  id: "listTasks",
  method: "GET",
  path: "/installations/{installationId}/tasks",
} as const;
/** Read a task with its progress. */
export const getTask = {
  id: "getTask",
  method: "GET",
  path: "/installations/{installationId}/tasks/{taskId}",
} as const;
/** Cancel a task; a running step can't save its result anymore. */
export const cancelTask = {
  id: "cancelTask",
  method: "POST",
  path: "/installations/{installationId}/tasks/{taskId}/cancel",
} as const;
/** Save a finished step or the progress of a running task. */
export const saveTaskCheckpoint = {
  id: "saveTaskCheckpoint",
  method: "POST",
  path: "/installations/{installationId}/tasks/{taskId}/checkpoints",
} as const;
/** Export all data of an organization in parts, without secrets. */
export const listOrganizationExport = {
  id: "listOrganizationExport",
  method: "GET",
  path: "/organizations/{organizationId}/export",
} as const;
/** Delete an organization with all its data, including events and deliveries. */
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
/** Read an organization's usage. */
export const getOrganizationUsage = {
  id: "getOrganizationUsage",
  method: "GET",
  path: "/organizations/{organizationId}/usage",
} as const;
/** Set an organization's quotas; omitted ones use the defaults. */
export const setOrganizationQuota = {
  id: "setOrganizationQuota",
  method: "PUT",
  path: "/organizations/{organizationId}/quota",
} as const;
/** Expunge the content of finished events; delivery records are kept. */
export const expungeEvents = {
  id: "expungeEvents",
  method: "POST",
  path: "/organizations/{organizationId}/expunge",
} as const;
/** Rotate the token signing key; the old one stays published until its last token expires. */
export const rotateTokenKeys = { id: "rotateTokenKeys", method: "POST", path: "/token-keys/rotate" } as const;
/** List the tools of an organization's active installations. */
export const listTools = {
  id: "listTools",
  method: "GET",
  path: "/organizations/{organizationId}/tools",
} as const;
/** Call a tool that only reads. */
export const callTool = {
  id: "callTool",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/call",
} as const;
/** Render the component that shows the result of a tool. */
export const renderToolComponent = {
  id: "renderToolComponent",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/component/render",
} as const;
/** Perform an action in the component of a tool. */
export const useToolComponent = {
  id: "useToolComponent",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/component/use",
} as const;
/** Call a tool that can change data. */
export const callWritingTool = {
  id: "callWritingTool",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/write",
} as const;
/** Submit a public integration for review; once approved, it is listed for every organization. */
export const submitIntegration = {
  id: "submitIntegration",
  method: "POST",
  path: "/integrations/{integration}/reviews",
} as const;
/** List integration submissions with their decisions. */
export const listIntegrationReviews = {
  id: "listIntegrationReviews",
  method: "GET",
  path: "/integration-reviews",
} as const;
/** Approve a submission; later versions stay listed unless they request more scopes. */
export const approveIntegration = {
  id: "approveIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/approve",
} as const;
/** Reject a submission with a reason. */
export const rejectIntegration = {
  id: "rejectIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/reject",
} as const;
/** Read the share link for installing an unlisted integration in other organizations. */
export const getShareLink = {
  id: "getShareLink",
  method: "GET",
  path: "/integrations/{integration}/share-link",
} as const;
/** Replace an unlisted integration's share link; the old one stops working immediately. */
export const rotateShareLink = {
  id: "rotateShareLink",
  method: "POST",
  path: "/integrations/{integration}/share-link/rotate",
} as const;
/** Grant the scopes that a new version of an installation's integration requests. */
export const consentToInstallation = {
  id: "consentToInstallation",
  method: "POST",
  path: "/installations/{installationId}/consent",
} as const;
/** List the events with a visitor's data, newest first. */
export const listVisitorEvents = {
  id: "listVisitorEvents",
  method: "GET",
  path: "/organizations/{organizationId}/visitors/{visitorId}/events",
} as const;
/** Erase a visitor's data: events, deliveries and submitted content. */
export const eraseVisitor = {
  id: "eraseVisitor",
  method: "DELETE",
  path: "/organizations/{organizationId}/visitors/{visitorId}",
} as const;
/** List the webhook endpoints of an installation. */
export const listWebhookEndpoints = {
  id: "listWebhookEndpoints",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints",
} as const;
/** Create a webhook endpoint with a new secret. */
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
/** Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones. */
export const updateWebhookEndpoint = {
  id: "updateWebhookEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
/** Delete a webhook endpoint. */
export const deleteWebhookEndpoint = {
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
/** Read an endpoint's signing secrets. */
export const getWebhookEndpointSecrets = {
  id: "getWebhookEndpointSecrets",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets",
} as const;
/** Rotate an endpoint's secret; both secrets sign during the overlap, which must end before the next rotation. */
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
/** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
export const verifyWebhookEndpoint = {
  id: "verifyWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
} as const;
/** Probe a failing endpoint now, instead of at its next scheduled probe. */
export const probeWebhookEndpoint = {
  id: "probeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/probe",
} as const;
/** Pause a webhook endpoint, which queues its deliveries. */
export const pauseWebhookEndpoint = {
  id: "pauseWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/pause",
} as const;
/** Resume a paused webhook endpoint, which sends its queued deliveries. */
export const resumeWebhookEndpoint = {
  id: "resumeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/resume",
} as const;
/** Read the statistics of a webhook endpoint, hour by hour. */
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
/** Count the deliveries that a recovery of a webhook endpoint would resend. */
export const countWebhookEndpointRecovery = {
  id: "countWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/count",
} as const;
/** Start a recovery of a webhook endpoint: resend failed deliveries at a limited rate. */
export const startWebhookEndpointRecovery = {
  id: "startWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
} as const;
/** Read the progress of a recovery of a webhook endpoint. */
export const getWebhookEndpointRecovery = {
  id: "getWebhookEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}",
} as const;
/** Cancel a recovery of a webhook endpoint; deliveries it already scheduled are still sent. */
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
