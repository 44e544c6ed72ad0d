// Where each operation of the HTTP API is: its id, method and path below the API's base URL. This is the one place that
// spells these paths; it is free of schemas, so that a bundle carries only the routes it calls.

// Organizations
export const listOrganizations = { id: "listOrganizations", method: "GET", path: "/organizations" } as const;
export const createOrganization = {
  id: "createOrganization",
  method: "POST",
  path: "/organizations",
} as const;
export const getOrganization = {
  id: "getOrganization",
  method: "GET",
  path: "/organizations/{organizationId}",
} as const;
export const updateOrganization = {
  id: "updateOrganization",
  method: "PATCH",
  path: "/organizations/{organizationId}",
} as const;
export const listMembers = {
  id: "listMembers",
  method: "GET",
  path: "/organizations/{organizationId}/members",
} as const;
export const addMember = {
  id: "addMember",
  method: "PUT",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
export const updateMember = {
  id: "updateMember",
  method: "PATCH",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
export const removeMember = {
  id: "removeMember",
  method: "DELETE",
  path: "/organizations/{organizationId}/members/{userId}",
} as const;
export const listInvitations = {
  id: "listInvitations",
  method: "GET",
  path: "/organizations/{organizationId}/invitations",
} as const;
export const createInvitation = {
  id: "createInvitation",
  method: "POST",
  path: "/organizations/{organizationId}/invitations",
} as const;
export const revokeInvitation = {
  id: "revokeInvitation",
  method: "DELETE",
  path: "/organizations/{organizationId}/invitations/{invitationId}",
} as const;
export const acceptInvitation = {
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
} as const;

// API keys
export const listApiKeys = {
  id: "listApiKeys",
  method: "GET",
  path: "/organizations/{organizationId}/api-keys",
} as const;
export const createApiKey = {
  id: "createApiKey",
  method: "POST",
  path: "/organizations/{organizationId}/api-keys",
} as const;
export const revokeApiKey = {
  id: "revokeApiKey",
  method: "DELETE",
  path: "/organizations/{organizationId}/api-keys/{keyId}",
} as const;

// Audit log
export const listAuditEntries = { id: "listAuditEntries", method: "GET", path: "/audit-entries" } as const;

// Export, deletion and visitors
export const listOrganizationExport = {
  id: "listOrganizationExport",
  method: "GET",
  path: "/organizations/{organizationId}/export",
} as const;
export const deleteOrganization = {
  id: "deleteOrganization",
  method: "DELETE",
  path: "/organizations/{organizationId}",
} as const;
export const listVisitorEvents = {
  id: "listVisitorEvents",
  method: "GET",
  path: "/organizations/{organizationId}/visitors/{visitorId}/events",
} as const;
export const eraseVisitor = {
  id: "eraseVisitor",
  method: "DELETE",
  path: "/organizations/{organizationId}/visitors/{visitorId}",
} as const;
export const expungeEvents = {
  id: "expungeEvents",
  method: "POST",
  path: "/organizations/{organizationId}/expunge",
} as const;
export const enterOrganization = {
  id: "enterOrganization",
  method: "POST",
  path: "/organizations/{organizationId}/entries",
} as const;
export const getOrganizationUsage = {
  id: "getOrganizationUsage",
  method: "GET",
  path: "/organizations/{organizationId}/usage",
} as const;
export const setOrganizationQuota = {
  id: "setOrganizationQuota",
  method: "PUT",
  path: "/organizations/{organizationId}/quota",
} as const;

// Visibility and consent
export const submitIntegration = {
  id: "submitIntegration",
  method: "POST",
  path: "/integrations/{integration}/reviews",
} as const;
export const listIntegrationReviews = {
  id: "listIntegrationReviews",
  method: "GET",
  path: "/integration-reviews",
} as const;
export const approveIntegration = {
  id: "approveIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/approve",
} as const;
export const refuseIntegration = {
  id: "refuseIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/refuse",
} as const;
export const getShareLink = {
  id: "getShareLink",
  method: "GET",
  path: "/integrations/{integration}/share-link",
} as const;
export const rotateShareLink = {
  id: "rotateShareLink",
  method: "POST",
  path: "/integrations/{integration}/share-link/rotate",
} as const;
export const consentToInstallation = {
  id: "consentToInstallation",
  method: "POST",
  path: "/installations/{installationId}/consent",
} as const;

export const selectSpaces = {
  id: "selectSpaces",
  method: "PUT",
  path: "/installations/{installationId}/space-selection",
} as const;

// Content
export const listSpaces = { id: "listSpaces", method: "GET", path: "/spaces" } as const;
export const getSpace = { id: "getSpace", method: "GET", path: "/spaces/{spaceId}" } as const;
export const createSpace = { id: "createSpace", method: "POST", path: "/spaces" } as const;
export const updateSpace = { id: "updateSpace", method: "PATCH", path: "/spaces/{spaceId}" } as const;
export const trashSpace = { id: "trashSpace", method: "POST", path: "/spaces/{spaceId}/trash" } as const;
export const restoreSpace = {
  id: "restoreSpace",
  method: "POST",
  path: "/spaces/{spaceId}/restore",
} as const;
export const listPages = { id: "listPages", method: "GET", path: "/spaces/{spaceId}/pages" } as const;
export const getPage = { id: "getPage", method: "GET", path: "/spaces/{spaceId}/pages/{pageId}" } as const;
export const createPage = { id: "createPage", method: "POST", path: "/spaces/{spaceId}/pages" } as const;
export const updatePage = {
  id: "updatePage",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}",
} as const;
export const movePage = {
  id: "movePage",
  method: "POST",
  path: "/spaces/{spaceId}/pages/{pageId}/move",
} as const;
export const deletePage = {
  id: "deletePage",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}",
} as const;
export const getPageContent = {
  id: "getPageContent",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/content",
} as const;
export const updatePageContent = {
  id: "updatePageContent",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/content",
} as const;
export const listDeliveryViews = {
  id: "listDeliveryViews",
  method: "GET",
  path: "/organizations/{organizationId}/delivery-views",
} as const;
export const saveDeliveryView = {
  id: "saveDeliveryView",
  method: "POST",
  path: "/organizations/{organizationId}/delivery-views",
} as const;
export const removeDeliveryView = {
  id: "removeDeliveryView",
  method: "DELETE",
  path: "/organizations/{organizationId}/delivery-views/{viewId}",
} as const;
export const listPageDrafts = {
  id: "listPageDrafts",
  method: "GET",
  path: "/spaces/{spaceId}/drafts",
} as const;
export const getPageDraft = {
  id: "getPageDraft",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
} as const;
export const savePageDraft = {
  id: "savePageDraft",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
} as const;
export const discardPageDraft = {
  id: "discardPageDraft",
  method: "DELETE",
  path: "/spaces/{spaceId}/pages/{pageId}/draft",
} as const;
export const listPageBlocks = {
  id: "listPageBlocks",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks",
} as const;
export const updatePageBlock = {
  id: "updatePageBlock",
  method: "PATCH",
  path: "/spaces/{spaceId}/pages/{pageId}/blocks/{blockIndex}",
} as const;
export const unfurlLink = { id: "unfurlLink", method: "POST", path: "/spaces/{spaceId}/unfurl" } as const;
export const listRevisions = {
  id: "listRevisions",
  method: "GET",
  path: "/spaces/{spaceId}/revisions",
} as const;
export const getRevision = {
  id: "getRevision",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}",
} as const;
export const getRevisionPage = {
  id: "getRevisionPage",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}",
} as const;
export const listRevisionChanges = {
  id: "listRevisionChanges",
  method: "GET",
  path: "/spaces/{spaceId}/revisions/{revisionId}/changes",
} as const;
export const restoreRevision = {
  id: "restoreRevision",
  method: "POST",
  path: "/spaces/{spaceId}/revisions/{revisionId}/restore",
} as const;
export const getGitSync = { id: "getGitSync", method: "GET", path: "/spaces/{spaceId}/git" } as const;
export const configureGitSync = {
  id: "configureGitSync",
  method: "PUT",
  path: "/spaces/{spaceId}/git",
} as const;
export const deleteGitSync = {
  id: "deleteGitSync",
  method: "DELETE",
  path: "/spaces/{spaceId}/git",
} as const;
export const startGitSync = {
  id: "startGitSync",
  method: "POST",
  path: "/spaces/{spaceId}/git/sync",
} as const;
export const listSites = { id: "listSites", method: "GET", path: "/sites" } as const;
export const getSite = { id: "getSite", method: "GET", path: "/sites/{siteId}" } as const;
export const createSite = { id: "createSite", method: "POST", path: "/sites" } as const;
export const updateSite = { id: "updateSite", method: "PATCH", path: "/sites/{siteId}" } as const;
export const trashSite = { id: "trashSite", method: "POST", path: "/sites/{siteId}/trash" } as const;
export const restoreSite = { id: "restoreSite", method: "POST", path: "/sites/{siteId}/restore" } as const;

export const listSiteViews = { id: "listSiteViews", method: "GET", path: "/sites/{siteId}/views" } as const;
export const ingestConversations = {
  id: "ingestConversations",
  method: "POST",
  path: "/sites/{siteId}/conversations",
} as const;
export const listConversations = {
  id: "listConversations",
  method: "GET",
  path: "/sites/{siteId}/conversations",
} as const;
export const listOpenApiDocuments = {
  id: "listOpenApiDocuments",
  method: "GET",
  path: "/sites/{siteId}/openapi",
} as const;
export const getOpenApiDocument = {
  id: "getOpenApiDocument",
  method: "GET",
  path: "/sites/{siteId}/openapi/{documentName}",
} as const;
export const uploadOpenApiDocument = {
  id: "uploadOpenApiDocument",
  method: "PUT",
  path: "/sites/{siteId}/openapi/{documentName}",
} as const;

// Integrations
export const listIntegrations = { id: "listIntegrations", method: "GET", path: "/integrations" } as const;
export const publishIntegration = {
  id: "publishIntegration",
  method: "PUT",
  path: "/integrations/{integration}",
} as const;
export const getIntegration = {
  id: "getIntegration",
  method: "GET",
  path: "/integrations/{integration}",
} as const;
export const removeIntegration = {
  id: "removeIntegration",
  method: "DELETE",
  path: "/integrations/{integration}",
} as const;
export const listIntegrationVersions = {
  id: "listIntegrationVersions",
  method: "GET",
  path: "/integrations/{integration}/versions",
} as const;
export const rollBackIntegration = {
  id: "rollBackIntegration",
  method: "POST",
  path: "/integrations/{integration}/roll-back",
} as const;
export const listIntegrationLogs = {
  id: "listIntegrationLogs",
  method: "GET",
  path: "/integrations/{integration}/logs",
} as const;
export const getIntegrationManifest = {
  id: "getIntegrationManifest",
  method: "GET",
  path: "/integrations/{integration}/manifest",
} as const;
export const listIntegrationInstallations = {
  id: "listIntegrationInstallations",
  method: "GET",
  path: "/integrations/{integration}/installations",
} as const;
export const installIntegration = {
  id: "installIntegration",
  method: "POST",
  path: "/integrations/{integration}/installations",
} as const;
export const createInstallationToken = {
  id: "createInstallationToken",
  method: "POST",
  path: "/integrations/{integration}/installations/{installationId}/tokens",
} as const;

// Installations
export const listInstallations = { id: "listInstallations", method: "GET", path: "/installations" } as const;
export const getInstallation = {
  id: "getInstallation",
  method: "GET",
  path: "/installations/{installationId}",
} as const;
export const getInstallationManifest = {
  id: "getInstallationManifest",
  method: "GET",
  path: "/installations/{installationId}/manifest",
} as const;
export const updateInstallation = {
  id: "updateInstallation",
  method: "PATCH",
  path: "/installations/{installationId}",
} as const;
export const deleteInstallation = {
  id: "deleteInstallation",
  method: "DELETE",
  path: "/installations/{installationId}",
} as const;
export const pauseInstallation = {
  id: "pauseInstallation",
  method: "POST",
  path: "/installations/{installationId}/pause",
} as const;
export const resumeInstallation = {
  id: "resumeInstallation",
  method: "POST",
  path: "/installations/{installationId}/resume",
} as const;
export const listSpaceInstallations = {
  id: "listSpaceInstallations",
  method: "GET",
  path: "/installations/{installationId}/spaces",
} as const;
export const createSpaceInstallation = {
  id: "createSpaceInstallation",
  method: "PUT",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
export const getSpaceInstallation = {
  id: "getSpaceInstallation",
  method: "GET",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
export const updateSpaceInstallation = {
  id: "updateSpaceInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
export const deleteSpaceInstallation = {
  id: "deleteSpaceInstallation",
  method: "DELETE",
  path: "/installations/{installationId}/spaces/{spaceId}",
} as const;
export const listSiteInstallations = {
  id: "listSiteInstallations",
  method: "GET",
  path: "/installations/{installationId}/sites",
} as const;
export const createSiteInstallation = {
  id: "createSiteInstallation",
  method: "PUT",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
export const getSiteInstallation = {
  id: "getSiteInstallation",
  method: "GET",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
export const updateSiteInstallation = {
  id: "updateSiteInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
export const deleteSiteInstallation = {
  id: "deleteSiteInstallation",
  method: "DELETE",
  path: "/installations/{installationId}/sites/{siteId}",
} as const;
export const listPropertyOptions = {
  id: "listPropertyOptions",
  method: "GET",
  path: "/installations/{installationId}/options/{property}",
} as const;
export const createConnectTicket = {
  id: "createConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/connect/{property}",
} as const;
export const createSpaceConnectTicket = {
  id: "createSpaceConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/spaces/{spaceId}/connect/{property}",
} as const;
export const createSiteConnectTicket = {
  id: "createSiteConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/sites/{siteId}/connect/{property}",
} as const;

// Components
export const renderComponent = {
  id: "renderComponent",
  method: "POST",
  path: "/installations/{installationId}/components/{componentId}/render",
} as const;
export const listSelectOptions = {
  id: "listSelectOptions",
  method: "GET",
  path: "/installations/{installationId}/select-options",
} as const;

// Portal
export const createPortalSession = {
  id: "createPortalSession",
  method: "POST",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
export const listPortalSessions = {
  id: "listPortalSessions",
  method: "GET",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
export const revokePortalSessions = {
  id: "revokePortalSessions",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions",
} as const;
export const revokePortalSession = {
  id: "revokePortalSession",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions/{portalSessionId}",
} as const;
export const getPortalSession = { id: "getPortalSession", method: "GET", path: "/portal-session" } as const;

// Webhook endpoints
export const listWebhookEndpoints = {
  id: "listWebhookEndpoints",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints",
} as const;
export const createWebhookEndpoint = {
  id: "createWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints",
} as const;
export const getWebhookEndpoint = {
  id: "getWebhookEndpoint",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
export const updateWebhookEndpoint = {
  id: "updateWebhookEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
export const deleteWebhookEndpoint = {
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
} as const;
export const getWebhookEndpointSecrets = {
  id: "getWebhookEndpointSecrets",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets",
} as const;
export const rotateWebhookEndpointSecret = {
  id: "rotateWebhookEndpointSecret",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-secret",
} as const;
export const sendTestEvent = {
  id: "sendTestEvent",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event",
} as const;
export const verifyWebhookEndpoint = {
  id: "verifyWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
} as const;
export const probeWebhookEndpoint = {
  id: "probeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/probe",
} as const;
export const pollWebhookEndpoint = {
  id: "pollWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll",
} as const;
export const acknowledgeWebhookEndpoint = {
  id: "acknowledgeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/acknowledge",
} as const;
export const rotateWebhookEndpointPollToken = {
  id: "rotateWebhookEndpointPollToken",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-poll-token",
} as const;
export const getWebhookEndpointStatistics = {
  id: "getWebhookEndpointStatistics",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/statistics",
} as const;
export const listWebhookEndpointRecoveries = {
  id: "listWebhookEndpointRecoveries",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
} as const;
export const countWebhookEndpointRecovery = {
  id: "countWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/count",
} as const;
export const startWebhookEndpointRecovery = {
  id: "startWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
} as const;
export const getWebhookEndpointRecovery = {
  id: "getWebhookEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}",
} as const;
export const cancelWebhookEndpointRecovery = {
  id: "cancelWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel",
} as const;

// Integration endpoints
export const getIntegrationEndpoint = {
  id: "getIntegrationEndpoint",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint",
} as const;
export const updateIntegrationEndpoint = {
  id: "updateIntegrationEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/integration-endpoint",
} as const;
export const probeIntegrationEndpoint = {
  id: "probeIntegrationEndpoint",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/probe",
} as const;
export const getIntegrationEndpointStatistics = {
  id: "getIntegrationEndpointStatistics",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/statistics",
} as const;
export const listIntegrationEndpointRecoveries = {
  id: "listIntegrationEndpointRecoveries",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
} as const;
export const countIntegrationEndpointRecovery = {
  id: "countIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/count",
} as const;
export const startIntegrationEndpointRecovery = {
  id: "startIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
} as const;
export const getIntegrationEndpointRecovery = {
  id: "getIntegrationEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}",
} as const;
export const cancelIntegrationEndpointRecovery = {
  id: "cancelIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}/cancel",
} as const;

// Events and deliveries
export const listEvents = { id: "listEvents", method: "GET", path: "/events" } as const;
export const listInstallationEvents = {
  id: "listInstallationEvents",
  method: "GET",
  path: "/installations/{installationId}/events",
} as const;
export const listEventRecipients = {
  id: "listEventRecipients",
  method: "GET",
  path: "/events/{eventId}/recipients",
} as const;
export const listEventDeliveries = {
  id: "listEventDeliveries",
  method: "GET",
  path: "/events/{eventId}/deliveries",
} as const;
export const listDeliveries = { id: "listDeliveries", method: "GET", path: "/deliveries" } as const;
export const listInstallationDeliveries = {
  id: "listInstallationDeliveries",
  method: "GET",
  path: "/installations/{installationId}/deliveries",
} as const;
export const getDelivery = {
  id: "getDelivery",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}",
} as const;
export const listDeliveryAttempts = {
  id: "listDeliveryAttempts",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/attempts",
} as const;
export const sendDeliveryAgain = {
  id: "sendDeliveryAgain",
  method: "POST",
  path: "/installations/{installationId}/deliveries/{deliveryId}/send-again",
} as const;
export const getSampleEvent = {
  id: "getSampleEvent",
  method: "GET",
  path: "/installations/{installationId}/sample-events/{eventType}",
} as const;
export const sendSampleEvent = {
  id: "sendSampleEvent",
  method: "POST",
  path: "/installations/{installationId}/sample-events/{eventType}",
} as const;
export const listCustomEventTypes = {
  id: "listCustomEventTypes",
  method: "GET",
  path: "/organizations/{organizationId}/event-types",
} as const;
export const createCustomEventType = {
  id: "createCustomEventType",
  method: "POST",
  path: "/organizations/{organizationId}/event-types",
} as const;
export const getCustomEventType = {
  id: "getCustomEventType",
  method: "GET",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
} as const;
export const updateCustomEventType = {
  id: "updateCustomEventType",
  method: "PATCH",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
} as const;
export const emitCustomEvents = {
  id: "emitCustomEvents",
  method: "POST",
  path: "/organizations/{organizationId}/events",
} as const;
export const listEventTypes = { id: "listEventTypes", method: "GET", path: "/event-types" } as const;
export const getEventType = { id: "getEventType", method: "GET", path: "/event-types/{eventType}" } as const;
export const countDeliveries = { id: "countDeliveries", method: "GET", path: "/deliveries/counts" } as const;
export const sendDeliveriesAgain = {
  id: "sendDeliveriesAgain",
  method: "POST",
  path: "/deliveries/send-again",
} as const;
export const getDeliveryBody = {
  id: "getDeliveryBody",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/body",
} as const;
export const listChanges = { id: "listChanges", method: "GET", path: "/changes" } as const;
export const listNotices = { id: "listNotices", method: "GET", path: "/notices" } as const;
export const acknowledgeNotice = {
  id: "acknowledgeNotice",
  method: "POST",
  path: "/notices/{noticeId}/acknowledge",
} as const;

// How sites look, and how their pages are found
export const getSiteCustomization = {
  id: "getSiteCustomization",
  method: "GET",
  path: "/sites/{siteId}/customization",
} as const;
export const updateSiteCustomization = {
  id: "updateSiteCustomization",
  method: "PUT",
  path: "/sites/{siteId}/customization",
} as const;
export const createSitePreview = {
  id: "createSitePreview",
  method: "POST",
  path: "/sites/{siteId}/previews",
} as const;
export const listMatchingPages = {
  id: "listMatchingPages",
  method: "GET",
  path: "/spaces/{spaceId}/search",
} as const;

// Who may read a site
export const getSiteAccess = { id: "getSiteAccess", method: "GET", path: "/sites/{siteId}/access" } as const;
export const updateSiteAccess = {
  id: "updateSiteAccess",
  method: "PUT",
  path: "/sites/{siteId}/access",
} as const;
export const getSiteSigningSecrets = {
  id: "getSiteSigningSecrets",
  method: "GET",
  path: "/sites/{siteId}/signing-secrets",
} as const;
export const rotateSiteSigningSecret = {
  id: "rotateSiteSigningSecret",
  method: "POST",
  path: "/sites/{siteId}/signing-secrets/rotate",
} as const;

// Pages that depend on who reads them
export const getClaimsSchema = {
  id: "getClaimsSchema",
  method: "GET",
  path: "/sites/{siteId}/claims-schema",
} as const;
export const updateClaimsSchema = {
  id: "updateClaimsSchema",
  method: "PUT",
  path: "/sites/{siteId}/claims-schema",
} as const;
export const getPageConditions = {
  id: "getPageConditions",
  method: "GET",
  path: "/spaces/{spaceId}/pages/{pageId}/conditions",
} as const;
export const updatePageConditions = {
  id: "updatePageConditions",
  method: "PUT",
  path: "/spaces/{spaceId}/pages/{pageId}/conditions",
} as const;

// Which integrations may add scripts to sites
export const getScriptGrant = {
  id: "getScriptGrant",
  method: "GET",
  path: "/integrations/{integration}/script-grant",
} as const;
export const updateScriptGrant = {
  id: "updateScriptGrant",
  method: "PUT",
  path: "/integrations/{integration}/script-grant",
} as const;

// Tasks
export const queueTask = { id: "queueTask", method: "POST", path: "/tasks" } as const;

// Token keys
export const rotateTokenKeys = { id: "rotateTokenKeys", method: "POST", path: "/token-keys/rotate" } as const;

// Settings of the server
export const listSettings = { id: "listSettings", method: "GET", path: "/settings" } as const;
export const updateSettings = { id: "updateSettings", method: "PATCH", path: "/settings" } as const;

// Session of a browser
export const getSession = { id: "getSession", method: "GET", path: "/session" } as const;
export const signIn = { id: "signIn", method: "POST", path: "/session" } as const;
export const signOut = { id: "signOut", method: "DELETE", path: "/session" } as const;
