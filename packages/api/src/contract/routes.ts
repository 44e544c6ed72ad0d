// Generated from the declarations of operations: `npm run generate`. Do not edit.

import type { RouteOf } from "./api-route.ts";
import type { OperationTypes } from "./types.ts";

/** List the events of an organization's active installations that agents can receive. */
export const listAgentEvents: RouteOf<OperationTypes, "listAgentEvents", "GET"> = {
  id: "listAgentEvents",
  method: "GET",
  path: "/organizations/{organizationId}/agent-events",
};
/** Subscribe the calling agent to an event, or refresh its subscription. */
export const subscribeAgent: RouteOf<OperationTypes, "subscribeAgent", "POST"> = {
  id: "subscribeAgent",
  method: "POST",
  path: "/organizations/{organizationId}/agent-subscriptions",
};
/** End a subscription of the calling agent; safe to repeat. */
export const unsubscribeAgent: RouteOf<OperationTypes, "unsubscribeAgent", "POST"> = {
  id: "unsubscribeAgent",
  method: "POST",
  path: "/organizations/{organizationId}/agent-subscriptions/unsubscribe",
};
/** Read events from the log, oldest first. */
export const pollAgentEvents: RouteOf<OperationTypes, "pollAgentEvents", "POST"> = {
  id: "pollAgentEvents",
  method: "POST",
  path: "/organizations/{organizationId}/agent-events/poll",
};
/** List the subscriptions of an organization's agents. */
export const listAgentSubscriptions: RouteOf<OperationTypes, "listAgentSubscriptions", "GET"> = {
  id: "listAgentSubscriptions",
  method: "GET",
  path: "/organizations/{organizationId}/agent-subscriptions",
};
/** End a subscription of an agent; deliveries that are not sent yet are canceled. */
export const endAgentSubscription: RouteOf<OperationTypes, "endAgentSubscription", "DELETE"> = {
  id: "endAgentSubscription",
  method: "DELETE",
  path: "/organizations/{organizationId}/agent-subscriptions/{subscriptionId}",
};
/** List the API keys of an organization. */
export const listApiKeys: RouteOf<OperationTypes, "listApiKeys", "GET"> = {
  id: "listApiKeys",
  method: "GET",
  path: "/organizations/{organizationId}/api-keys",
};
/** Create an API key; the token in the response is shown only here. */
export const createApiKey: RouteOf<OperationTypes, "createApiKey", "POST"> = {
  id: "createApiKey",
  method: "POST",
  path: "/organizations/{organizationId}/api-keys",
};
/** Revoke an API key. */
export const revokeApiKey: RouteOf<OperationTypes, "revokeApiKey", "DELETE"> = {
  id: "revokeApiKey",
  method: "DELETE",
  path: "/organizations/{organizationId}/api-keys/{keyId}",
};
/** List the audit log of the caller's organizations, newest first. */
export const listAuditEntries: RouteOf<OperationTypes, "listAuditEntries", "GET"> = {
  id: "listAuditEntries",
  method: "GET",
  path: "/audit-entries",
};
/** Read the latest change, or stream changes as they happen. */
export const listChanges: RouteOf<OperationTypes, "listChanges", "GET"> = {
  id: "listChanges",
  method: "GET",
  path: "/changes",
};
/** Render a component, optionally after an action. */
export const renderComponent: RouteOf<OperationTypes, "renderComponent", "POST"> = {
  id: "renderComponent",
  method: "POST",
  path: "/installations/{installationId}/components/{componentId}/render",
};
/** List the integration's options for a component's select with a URL. */
export const listSelectOptions: RouteOf<OperationTypes, "listSelectOptions", "GET"> = {
  id: "listSelectOptions",
  method: "GET",
  path: "/installations/{installationId}/select-options",
};
/** Emit custom events to webhook endpoints, all or none. */
export const emitCustomEvents: RouteOf<OperationTypes, "emitCustomEvents", "POST"> = {
  id: "emitCustomEvents",
  method: "POST",
  path: "/organizations/{organizationId}/events",
};
/** List an organization's custom event types by name, including archived ones. */
export const listCustomEventTypes: RouteOf<OperationTypes, "listCustomEventTypes", "GET"> = {
  id: "listCustomEventTypes",
  method: "GET",
  path: "/organizations/{organizationId}/event-types",
};
/** Define a custom event type. */
export const createCustomEventType: RouteOf<OperationTypes, "createCustomEventType", "POST"> = {
  id: "createCustomEventType",
  method: "POST",
  path: "/organizations/{organizationId}/event-types",
};
/** Read a custom event type. */
export const getCustomEventType: RouteOf<OperationTypes, "getCustomEventType", "GET"> = {
  id: "getCustomEventType",
  method: "GET",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
};
/** Change, archive or restore a custom event type. */
export const updateCustomEventType: RouteOf<OperationTypes, "updateCustomEventType", "PATCH"> = {
  id: "updateCustomEventType",
  method: "PATCH",
  path: "/organizations/{organizationId}/event-types/{customEventType}",
};
/** List an event's deliveries to all installations. */
export const listEventDeliveries: RouteOf<OperationTypes, "listEventDeliveries", "GET"> = {
  id: "listEventDeliveries",
  method: "GET",
  path: "/events/{eventId}/deliveries",
};
/** List deliveries, newest first. */
export const listDeliveries: RouteOf<OperationTypes, "listDeliveries", "GET"> = {
  id: "listDeliveries",
  method: "GET",
  path: "/deliveries",
};
/** List the deliveries of an installation, newest first. */
export const listInstallationDeliveries: RouteOf<OperationTypes, "listInstallationDeliveries", "GET"> = {
  id: "listInstallationDeliveries",
  method: "GET",
  path: "/installations/{installationId}/deliveries",
};
/** Read a delivery. */
export const getDelivery: RouteOf<OperationTypes, "getDelivery", "GET"> = {
  id: "getDelivery",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}",
};
/** List a delivery's attempts, oldest first. */
export const listDeliveryAttempts: RouteOf<OperationTypes, "listDeliveryAttempts", "GET"> = {
  id: "listDeliveryAttempts",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/attempts",
};
/** Resend a delivery with a fresh retry schedule. */
export const sendDeliveryAgain: RouteOf<OperationTypes, "sendDeliveryAgain", "POST"> = {
  id: "sendDeliveryAgain",
  method: "POST",
  path: "/installations/{installationId}/deliveries/{deliveryId}/send-again",
};
/** List unacknowledged notices of endpoints that were disabled after failing. */
export const listNotices: RouteOf<OperationTypes, "listNotices", "GET"> = {
  id: "listNotices",
  method: "GET",
  path: "/notices",
};
/** Acknowledge a notice, which removes it from the list. */
export const acknowledgeNotice: RouteOf<OperationTypes, "acknowledgeNotice", "POST"> = {
  id: "acknowledgeNotice",
  method: "POST",
  path: "/notices/{noticeId}/acknowledge",
};
/** Count deliveries by event time. */
export const countDeliveries: RouteOf<OperationTypes, "countDeliveries", "GET"> = {
  id: "countDeliveries",
  method: "GET",
  path: "/deliveries/counts",
};
/** Group failed deliveries by target and cause. */
export const groupFailedDeliveries: RouteOf<OperationTypes, "groupFailedDeliveries", "GET"> = {
  id: "groupFailedDeliveries",
  method: "GET",
  path: "/deliveries/failure-causes",
};
/** Acknowledge, resolve or reopen failures with the same cause. */
export const setFailureCauseStatus: RouteOf<OperationTypes, "setFailureCauseStatus", "PUT"> = {
  id: "setFailureCauseStatus",
  method: "PUT",
  path: "/organizations/{organizationId}/failure-causes",
};
/** Resend many deliveries, each with a fresh retry schedule. */
export const sendDeliveriesAgain: RouteOf<OperationTypes, "sendDeliveriesAgain", "POST"> = {
  id: "sendDeliveriesAgain",
  method: "POST",
  path: "/deliveries/send-again",
};
/** Read a delivery's content. */
export const getDeliveryBody: RouteOf<OperationTypes, "getDeliveryBody", "GET"> = {
  id: "getDeliveryBody",
  method: "GET",
  path: "/installations/{installationId}/deliveries/{deliveryId}/body",
};
/** List the caller's saved views of an organization's deliveries, by name. */
export const listDeliveryViews: RouteOf<OperationTypes, "listDeliveryViews", "GET"> = {
  id: "listDeliveryViews",
  method: "GET",
  path: "/organizations/{organizationId}/delivery-views",
};
/** Save a private view of an organization's deliveries. */
export const saveDeliveryView: RouteOf<OperationTypes, "saveDeliveryView", "POST"> = {
  id: "saveDeliveryView",
  method: "POST",
  path: "/organizations/{organizationId}/delivery-views",
};
/** Delete one of the caller's saved views. */
export const removeDeliveryView: RouteOf<OperationTypes, "removeDeliveryView", "DELETE"> = {
  id: "removeDeliveryView",
  method: "DELETE",
  path: "/organizations/{organizationId}/delivery-views/{viewId}",
};
/** Create a short-lived token for one embedded part; needs an API key. */
export const createEmbedToken: RouteOf<OperationTypes, "createEmbedToken", "POST"> = {
  id: "createEmbedToken",
  method: "POST",
  path: "/organizations/{organizationId}/embed-tokens",
};
/** Revoke an embed token before it expires. */
export const revokeEmbedToken: RouteOf<OperationTypes, "revokeEmbedToken", "POST"> = {
  id: "revokeEmbedToken",
  method: "POST",
  path: "/organizations/{organizationId}/embed-tokens/revoke",
};
/** Read the scope of the calling embed token. */
export const getEmbedSession: RouteOf<OperationTypes, "getEmbedSession", "GET"> = {
  id: "getEmbedSession",
  method: "GET",
  path: "/embed-session",
};
/** Poll an endpoint for deliveries in order; unacknowledged deliveries are returned again. */
export const pollWebhookEndpoint: RouteOf<OperationTypes, "pollWebhookEndpoint", "POST"> = {
  id: "pollWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll",
};
/** Acknowledge deliveries of a polling endpoint; safe to repeat. */
export const acknowledgeWebhookEndpoint: RouteOf<OperationTypes, "acknowledgeWebhookEndpoint", "POST"> = {
  id: "acknowledgeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/acknowledge",
};
/** Create a polling endpoint's token, replacing the previous one; it is shown only once. */
export const rotateWebhookEndpointPollToken: RouteOf<
  OperationTypes,
  "rotateWebhookEndpointPollToken",
  "POST"
> = {
  id: "rotateWebhookEndpointPollToken",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-poll-token",
};
/** List events, newest first. */
export const listEvents: RouteOf<OperationTypes, "listEvents", "GET"> = {
  id: "listEvents",
  method: "GET",
  path: "/events",
};
/** List the events that an installation received, newest first. */
export const listInstallationEvents: RouteOf<OperationTypes, "listInstallationEvents", "GET"> = {
  id: "listInstallationEvents",
  method: "GET",
  path: "/installations/{installationId}/events",
};
/** List an event's recipients, and the reason for every installation that doesn't receive it. */
export const listEventRecipients: RouteOf<OperationTypes, "listEventRecipients", "GET"> = {
  id: "listEventRecipients",
  method: "GET",
  path: "/events/{eventId}/recipients",
};
/** List the event types that endpoints can subscribe to, each with schema, version and example. */
export const listEventTypes: RouteOf<OperationTypes, "listEventTypes", "GET"> = {
  id: "listEventTypes",
  method: "GET",
  path: "/event-types",
};
/** Read one event type with its schema, version and example. */
export const getEventType: RouteOf<OperationTypes, "getEventType", "GET"> = {
  id: "getEventType",
  method: "GET",
  path: "/event-types/{eventType}",
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
/** Delete an installation with all its data; emits installation_deleted. */
export const deleteInstallation: RouteOf<OperationTypes, "deleteInstallation", "DELETE"> = {
  id: "deleteInstallation",
  method: "DELETE",
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
/** Get a ticket that opens the callback of a button among the settings of an installation. */
export const createConnectTicket: RouteOf<OperationTypes, "createConnectTicket", "POST"> = {
  id: "createConnectTicket",
  method: "POST",
  path: "/installations/{installationId}/connect/{property}",
};
/** Read whether the platform disabled the delivery of events to an installation's integration. */
export const getIntegrationEndpoint: RouteOf<OperationTypes, "getIntegrationEndpoint", "GET"> = {
  id: "getIntegrationEndpoint",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint",
};
/** Enable an installation's integration that the platform disabled. */
export const updateIntegrationEndpoint: RouteOf<OperationTypes, "updateIntegrationEndpoint", "PATCH"> = {
  id: "updateIntegrationEndpoint",
  method: "PATCH",
  path: "/installations/{installationId}/integration-endpoint",
};
/** Probe a failing integration now, instead of at its next scheduled probe. */
export const probeIntegrationEndpoint: RouteOf<OperationTypes, "probeIntegrationEndpoint", "POST"> = {
  id: "probeIntegrationEndpoint",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/probe",
};
/** Read the statistics of an installation's integration, by hour or day. */
export const getIntegrationEndpointStatistics: RouteOf<
  OperationTypes,
  "getIntegrationEndpointStatistics",
  "GET"
> = {
  id: "getIntegrationEndpointStatistics",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/statistics",
};
/** List the recoveries of an installation's integration, newest first. */
export const listIntegrationEndpointRecoveries: RouteOf<
  OperationTypes,
  "listIntegrationEndpointRecoveries",
  "GET"
> = {
  id: "listIntegrationEndpointRecoveries",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
};
/** Count the deliveries that a recovery of an installation's integration would resend. */
export const countIntegrationEndpointRecovery: RouteOf<
  OperationTypes,
  "countIntegrationEndpointRecovery",
  "POST"
> = {
  id: "countIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/count",
};
/** Start a recovery of an installation's integration: resend failed deliveries at a limited rate. */
export const startIntegrationEndpointRecovery: RouteOf<
  OperationTypes,
  "startIntegrationEndpointRecovery",
  "POST"
> = {
  id: "startIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries",
};
/** Read the progress of a recovery of an installation's integration. */
export const getIntegrationEndpointRecovery: RouteOf<
  OperationTypes,
  "getIntegrationEndpointRecovery",
  "GET"
> = {
  id: "getIntegrationEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}",
};
/** Cancel a recovery of an installation's integration; deliveries it already scheduled are still sent. */
export const cancelIntegrationEndpointRecovery: RouteOf<
  OperationTypes,
  "cancelIntegrationEndpointRecovery",
  "POST"
> = {
  id: "cancelIntegrationEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}/cancel",
};
/** List published integrations. */
export const listIntegrations: RouteOf<OperationTypes, "listIntegrations", "GET"> = {
  id: "listIntegrations",
  method: "GET",
  path: "/integrations",
};
/** Read an integration. */
export const getIntegration: RouteOf<OperationTypes, "getIntegration", "GET"> = {
  id: "getIntegration",
  method: "GET",
  path: "/integrations/{integration}",
};
/** Unpublish an integration immediately, with its installations, tokens and endpoints. */
export const removeIntegration: RouteOf<OperationTypes, "removeIntegration", "DELETE"> = {
  id: "removeIntegration",
  method: "DELETE",
  path: "/integrations/{integration}",
};
/** Read the parts of a manifest that forms need: settings and blocks. */
export const getIntegrationManifest: RouteOf<OperationTypes, "getIntegrationManifest", "GET"> = {
  id: "getIntegrationManifest",
  method: "GET",
  path: "/integrations/{integration}/manifest",
};
/** Read the form parts of the manifest version that an installation runs. */
export const getInstallationManifest: RouteOf<OperationTypes, "getInstallationManifest", "GET"> = {
  id: "getInstallationManifest",
  method: "GET",
  path: "/installations/{installationId}/manifest",
};
/** List an integration's installations; an installation's token lists only itself. */
export const listIntegrationInstallations: RouteOf<OperationTypes, "listIntegrationInstallations", "GET"> = {
  id: "listIntegrationInstallations",
  method: "GET",
  path: "/integrations/{integration}/installations",
};
/** Create an installation token with the integration's token, for requests to its own endpoint. */
export const createInstallationToken: RouteOf<OperationTypes, "createInstallationToken", "POST"> = {
  id: "createInstallationToken",
  method: "POST",
  path: "/integrations/{integration}/installations/{installationId}/tokens",
};
/** Install an integration in an organization; emits installation_setup. */
export const installIntegration: RouteOf<OperationTypes, "installIntegration", "POST"> = {
  id: "installIntegration",
  method: "POST",
  path: "/integrations/{integration}/installations",
  query: ["share"],
};
/** List an integration's log lines and calls, newest first, or stream them. */
export const listIntegrationLogs: RouteOf<OperationTypes, "listIntegrationLogs", "GET"> = {
  id: "listIntegrationLogs",
  method: "GET",
  path: "/integrations/{integration}/logs",
};
/** List the caller's organizations. */
export const listOrganizations: RouteOf<OperationTypes, "listOrganizations", "GET"> = {
  id: "listOrganizations",
  method: "GET",
  path: "/organizations",
};
/** Create an organization; the person who creates it becomes its owner. */
export const createOrganization: RouteOf<OperationTypes, "createOrganization", "POST"> = {
  id: "createOrganization",
  method: "POST",
  path: "/organizations",
};
/** Read an organization. */
export const getOrganization: RouteOf<OperationTypes, "getOrganization", "GET"> = {
  id: "getOrganization",
  method: "GET",
  path: "/organizations/{organizationId}",
};
/** Rename an organization, or require two-factor authentication. */
export const updateOrganization: RouteOf<OperationTypes, "updateOrganization", "PATCH"> = {
  id: "updateOrganization",
  method: "PATCH",
  path: "/organizations/{organizationId}",
};
/** List the members of an organization. */
export const listMembers: RouteOf<OperationTypes, "listMembers", "GET"> = {
  id: "listMembers",
  method: "GET",
  path: "/organizations/{organizationId}/members",
};
/** Add a member without an invitation. */
export const addMember: RouteOf<OperationTypes, "addMember", "PUT"> = {
  id: "addMember",
  method: "PUT",
  path: "/organizations/{organizationId}/members/{userId}",
};
/** Change a member's role, or suspend them; only owners can add or change owners. */
export const updateMember: RouteOf<OperationTypes, "updateMember", "PATCH"> = {
  id: "updateMember",
  method: "PATCH",
  path: "/organizations/{organizationId}/members/{userId}",
};
/** Remove a member; members can remove themselves, except the last owner. */
export const removeMember: RouteOf<OperationTypes, "removeMember", "DELETE"> = {
  id: "removeMember",
  method: "DELETE",
  path: "/organizations/{organizationId}/members/{userId}",
};
/** List an organization's pending invitations. */
export const listInvitations: RouteOf<OperationTypes, "listInvitations", "GET"> = {
  id: "listInvitations",
  method: "GET",
  path: "/organizations/{organizationId}/invitations",
};
/** Invite a person, or send a new link to an invited one; the token in the response is shown only here. */
export const createInvitation: RouteOf<OperationTypes, "createInvitation", "POST"> = {
  id: "createInvitation",
  method: "POST",
  path: "/organizations/{organizationId}/invitations",
};
/** Withdraw an invitation. */
export const revokeInvitation: RouteOf<OperationTypes, "revokeInvitation", "DELETE"> = {
  id: "revokeInvitation",
  method: "DELETE",
  path: "/organizations/{organizationId}/invitations/{invitationId}",
};
/** Accept an invitation; it works once. */
export const acceptInvitation: RouteOf<OperationTypes, "acceptInvitation", "POST"> = {
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
};
/** Create a short-lived link for managing an organization's webhook endpoints. */
export const createPortalSession: RouteOf<OperationTypes, "createPortalSession", "POST"> = {
  id: "createPortalSession",
  method: "POST",
  path: "/organizations/{organizationId}/portal-sessions",
};
/** List active portal sessions, newest first. */
export const listPortalSessions: RouteOf<OperationTypes, "listPortalSessions", "GET"> = {
  id: "listPortalSessions",
  method: "GET",
  path: "/organizations/{organizationId}/portal-sessions",
};
/** Revoke a portal session. */
export const revokePortalSession: RouteOf<OperationTypes, "revokePortalSession", "DELETE"> = {
  id: "revokePortalSession",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions/{portalSessionId}",
};
/** Revoke all portal sessions of an organization. */
export const revokePortalSessions: RouteOf<OperationTypes, "revokePortalSessions", "DELETE"> = {
  id: "revokePortalSessions",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-sessions",
};
/** List the origins that an organization allows to embed its portal. */
export const listPortalOrigins: RouteOf<OperationTypes, "listPortalOrigins", "GET"> = {
  id: "listPortalOrigins",
  method: "GET",
  path: "/organizations/{organizationId}/portal-origins",
};
/** Allow an origin to embed an organization's portal. */
export const addPortalOrigin: RouteOf<OperationTypes, "addPortalOrigin", "POST"> = {
  id: "addPortalOrigin",
  method: "POST",
  path: "/organizations/{organizationId}/portal-origins",
};
/** Stop allowing an origin to embed an organization's portal. */
export const removePortalOrigin: RouteOf<OperationTypes, "removePortalOrigin", "DELETE"> = {
  id: "removePortalOrigin",
  method: "DELETE",
  path: "/organizations/{organizationId}/portal-origins/{portalOriginId}",
};
/** Read the scope of the calling portal session. */
export const getPortalSession: RouteOf<OperationTypes, "getPortalSession", "GET"> = {
  id: "getPortalSession",
  method: "GET",
  path: "/portal-session",
};
/** Read the kinds of resources, scopes, events and requests of the platform's product. */
export const getContract: RouteOf<OperationTypes, "getContract", "GET"> = {
  id: "getContract",
  method: "GET",
  path: "/contract",
};
/** Find users that the organization's identity provider created. */
export const findProvisionedUsers: RouteOf<OperationTypes, "findProvisionedUsers", "GET"> = {
  id: "findProvisionedUsers",
  method: "GET",
  path: "/organizations/{organizationId}/provisioned-users",
};
/** Create a user; a member with the same address is then managed by the identity provider. */
export const createProvisionedUser: RouteOf<OperationTypes, "createProvisionedUser", "POST"> = {
  id: "createProvisionedUser",
  method: "POST",
  path: "/organizations/{organizationId}/provisioned-users",
};
/** Read a provisioned user. */
export const getProvisionedUser: RouteOf<OperationTypes, "getProvisionedUser", "GET"> = {
  id: "getProvisionedUser",
  method: "GET",
  path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}",
};
/** Change a provisioned user; omitted fields are removed. */
export const replaceProvisionedUser: RouteOf<OperationTypes, "replaceProvisionedUser", "PUT"> = {
  id: "replaceProvisionedUser",
  method: "PUT",
  path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}",
};
/** Remove a provisioned user from the organization; the account is kept. */
export const removeProvisionedUser: RouteOf<OperationTypes, "removeProvisionedUser", "DELETE"> = {
  id: "removeProvisionedUser",
  method: "DELETE",
  path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}",
};
/** Find groups that the organization's identity provider created. */
export const findProvisionedGroups: RouteOf<OperationTypes, "findProvisionedGroups", "GET"> = {
  id: "findProvisionedGroups",
  method: "GET",
  path: "/organizations/{organizationId}/provisioned-groups",
};
/** Create a group. */
export const createProvisionedGroup: RouteOf<OperationTypes, "createProvisionedGroup", "POST"> = {
  id: "createProvisionedGroup",
  method: "POST",
  path: "/organizations/{organizationId}/provisioned-groups",
};
/** Read a provisioned group with its members. */
export const getProvisionedGroup: RouteOf<OperationTypes, "getProvisionedGroup", "GET"> = {
  id: "getProvisionedGroup",
  method: "GET",
  path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}",
};
/** Change a group's name or members, and the roles that its members have by it. */
export const updateProvisionedGroup: RouteOf<OperationTypes, "updateProvisionedGroup", "PATCH"> = {
  id: "updateProvisionedGroup",
  method: "PATCH",
  path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}",
};
/** Remove a group, and the roles that its members have by it; they stay members. */
export const removeProvisionedGroup: RouteOf<OperationTypes, "removeProvisionedGroup", "DELETE"> = {
  id: "removeProvisionedGroup",
  method: "DELETE",
  path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}",
};
/** Set the role that members of a provisioned group have. */
export const setProvisionedGroupRole: RouteOf<OperationTypes, "setProvisionedGroupRole", "PUT"> = {
  id: "setProvisionedGroupRole",
  method: "PUT",
  path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}/role",
};
/** Publish an integration or a new version, hosted at a URL or as a bundle that the platform runs. */
export const publishIntegration: RouteOf<OperationTypes, "publishIntegration", "PUT"> = {
  id: "publishIntegration",
  method: "PUT",
  path: "/integrations/{integration}",
};
/** List an integration's versions available for rollback, newest first. */
export const listIntegrationVersions: RouteOf<OperationTypes, "listIntegrationVersions", "GET"> = {
  id: "listIntegrationVersions",
  method: "GET",
  path: "/integrations/{integration}/versions",
};
/** Roll back to an earlier version, published as a new version; secrets are unchanged. */
export const rollBackIntegration: RouteOf<OperationTypes, "rollBackIntegration", "POST"> = {
  id: "rollBackIntegration",
  method: "POST",
  path: "/integrations/{integration}/roll-back",
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
/** List the schedules of an installation with their next run. */
export const listSchedules: RouteOf<OperationTypes, "listSchedules", "GET"> = {
  id: "listSchedules",
  method: "GET",
  path: "/installations/{installationId}/schedules",
};
/** Read the script grant of an integration. */
export const getScriptGrant: RouteOf<OperationTypes, "getScriptGrant", "GET"> = {
  id: "getScriptGrant",
  method: "GET",
  path: "/integrations/{integration}/script-grant",
};
/** Set or revoke an integration's script grant, before or after it is published. */
export const updateScriptGrant: RouteOf<OperationTypes, "updateScriptGrant", "PUT"> = {
  id: "updateScriptGrant",
  method: "PUT",
  path: "/integrations/{integration}/script-grant",
};
/** List the settings of the server; secrets are not shown. */
export const listSettings: RouteOf<OperationTypes, "listSettings", "GET"> = {
  id: "listSettings",
  method: "GET",
  path: "/settings",
};
/** Change settings at runtime; all server processes apply them within seconds. */
export const updateSettings: RouteOf<OperationTypes, "updateSettings", "PATCH"> = {
  id: "updateSettings",
  method: "PATCH",
  path: "/settings",
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
  query: [],
};
/** Delete a stored value, if there is one. */
export const deleteStoredValue: RouteOf<OperationTypes, "deleteStoredValue", "DELETE"> = {
  id: "deleteStoredValue",
  method: "DELETE",
  path: "/installations/{installationId}/storage/{storageKey}",
  query: [],
};
/** Add to a stored number, which starts at 0. */
export const incrementStoredValue: RouteOf<OperationTypes, "incrementStoredValue", "POST"> = {
  id: "incrementStoredValue",
  method: "POST",
  path: "/installations/{installationId}/storage/{storageKey}/increment",
  query: [],
};
/** Read the URL, secret and health of a stream. */
export const getStream: RouteOf<OperationTypes, "getStream", "GET"> = {
  id: "getStream",
  method: "GET",
  path: "/organizations/{organizationId}/streams/{stream}",
};
/** Stream new entries of a log to a URL as signed webhooks, or change the URL and the filter. */
export const setStream: RouteOf<OperationTypes, "setStream", "PUT"> = {
  id: "setStream",
  method: "PUT",
  path: "/organizations/{organizationId}/streams/{stream}",
};
/** Resend the failed deliveries of a stream. */
export const resendStream: RouteOf<OperationTypes, "resendStream", "POST"> = {
  id: "resendStream",
  method: "POST",
  path: "/organizations/{organizationId}/streams/{stream}/resend",
};
/** End a stream and drop its unsent entries. */
export const deleteStream: RouteOf<OperationTypes, "deleteStream", "DELETE"> = {
  id: "deleteStream",
  method: "DELETE",
  path: "/organizations/{organizationId}/streams/{stream}",
};
/** Queue a task, which is delivered as a task event. */
export const queueTask: RouteOf<OperationTypes, "queueTask", "POST"> = {
  id: "queueTask",
  method: "POST",
  path: "/tasks",
};
/** List the tasks of an installation, newest first. */
export const listTasks: RouteOf<OperationTypes, "listTasks", "GET"> = {
  id: "listTasks",
  method: "GET",
  path: "/installations/{installationId}/tasks",
};
/** Read a task with its progress. */
export const getTask: RouteOf<OperationTypes, "getTask", "GET"> = {
  id: "getTask",
  method: "GET",
  path: "/installations/{installationId}/tasks/{taskId}",
};
/** Cancel a task; a running step can't save its result anymore. */
export const cancelTask: RouteOf<OperationTypes, "cancelTask", "POST"> = {
  id: "cancelTask",
  method: "POST",
  path: "/installations/{installationId}/tasks/{taskId}/cancel",
};
/** Save a finished step or the progress of a running task. */
export const saveTaskCheckpoint: RouteOf<OperationTypes, "saveTaskCheckpoint", "POST"> = {
  id: "saveTaskCheckpoint",
  method: "POST",
  path: "/installations/{installationId}/tasks/{taskId}/checkpoints",
};
/** Export all data of an organization in parts, without secrets. */
export const listOrganizationExport: RouteOf<OperationTypes, "listOrganizationExport", "GET"> = {
  id: "listOrganizationExport",
  method: "GET",
  path: "/organizations/{organizationId}/export",
};
/** Delete an organization with all its data, including events and deliveries. */
export const deleteOrganization: RouteOf<OperationTypes, "deleteOrganization", "DELETE"> = {
  id: "deleteOrganization",
  method: "DELETE",
  path: "/organizations/{organizationId}",
};
/** Request access to an organization with members for an hour, as the platform administrator. */
export const requestSupportAccess: RouteOf<OperationTypes, "requestSupportAccess", "POST"> = {
  id: "requestSupportAccess",
  method: "POST",
  path: "/organizations/{organizationId}/support-access",
};
/** Read an organization's usage. */
export const getOrganizationUsage: RouteOf<OperationTypes, "getOrganizationUsage", "GET"> = {
  id: "getOrganizationUsage",
  method: "GET",
  path: "/organizations/{organizationId}/usage",
};
/** Read an organization's usage by day, for charts. */
export const getOrganizationUsageDays: RouteOf<OperationTypes, "getOrganizationUsageDays", "GET"> = {
  id: "getOrganizationUsageDays",
  method: "GET",
  path: "/organizations/{organizationId}/usage/days",
};
/** Set an organization's quotas; omitted ones use the defaults. */
export const setOrganizationQuota: RouteOf<OperationTypes, "setOrganizationQuota", "PUT"> = {
  id: "setOrganizationQuota",
  method: "PUT",
  path: "/organizations/{organizationId}/quota",
};
/** Expunge the content of finished events; delivery records are kept. */
export const expungeEvents: RouteOf<OperationTypes, "expungeEvents", "POST"> = {
  id: "expungeEvents",
  method: "POST",
  path: "/organizations/{organizationId}/expunge",
};
/** Rotate the token signing key; the old one stays published until its last token expires. */
export const rotateTokenKeys: RouteOf<OperationTypes, "rotateTokenKeys", "POST"> = {
  id: "rotateTokenKeys",
  method: "POST",
  path: "/token-keys/rotate",
};
/** List the tools of an organization's active installations. */
export const listTools: RouteOf<OperationTypes, "listTools", "GET"> = {
  id: "listTools",
  method: "GET",
  path: "/organizations/{organizationId}/tools",
};
/** Call a tool that only reads. */
export const callTool: RouteOf<OperationTypes, "callTool", "POST"> = {
  id: "callTool",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/call",
};
/** Render the component that shows the result of a tool. */
export const renderToolComponent: RouteOf<OperationTypes, "renderToolComponent", "POST"> = {
  id: "renderToolComponent",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/component/render",
};
/** Perform an action in the component of a tool. */
export const useToolComponent: RouteOf<OperationTypes, "useToolComponent", "POST"> = {
  id: "useToolComponent",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/component/use",
};
/** Call a tool that can change data. */
export const callWritingTool: RouteOf<OperationTypes, "callWritingTool", "POST"> = {
  id: "callWritingTool",
  method: "POST",
  path: "/installations/{installationId}/tools/{toolId}/write",
};
/** Submit a public integration for review; once approved, it is listed for every organization. */
export const submitIntegration: RouteOf<OperationTypes, "submitIntegration", "POST"> = {
  id: "submitIntegration",
  method: "POST",
  path: "/integrations/{integration}/reviews",
};
/** List integration submissions with their decisions. */
export const listIntegrationReviews: RouteOf<OperationTypes, "listIntegrationReviews", "GET"> = {
  id: "listIntegrationReviews",
  method: "GET",
  path: "/integration-reviews",
};
/** Approve a submission; later versions stay listed unless they request more scopes. */
export const approveIntegration: RouteOf<OperationTypes, "approveIntegration", "POST"> = {
  id: "approveIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/approve",
};
/** Reject a submission with a reason. */
export const rejectIntegration: RouteOf<OperationTypes, "rejectIntegration", "POST"> = {
  id: "rejectIntegration",
  method: "POST",
  path: "/integration-reviews/{reviewId}/reject",
};
/** Read the share link for installing an unlisted integration in other organizations. */
export const getShareLink: RouteOf<OperationTypes, "getShareLink", "GET"> = {
  id: "getShareLink",
  method: "GET",
  path: "/integrations/{integration}/share-link",
};
/** Replace an unlisted integration's share link; the old one stops working immediately. */
export const rotateShareLink: RouteOf<OperationTypes, "rotateShareLink", "POST"> = {
  id: "rotateShareLink",
  method: "POST",
  path: "/integrations/{integration}/share-link/rotate",
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
/** Read the systems other than HTTP that endpoints can use, with their fields. */
export const getDestinationTypes: RouteOf<OperationTypes, "getDestinationTypes", "GET"> = {
  id: "getDestinationTypes",
  method: "GET",
  path: "/destination-types",
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
/** Delete a webhook endpoint. */
export const deleteWebhookEndpoint: RouteOf<OperationTypes, "deleteWebhookEndpoint", "DELETE"> = {
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
};
/** Read an endpoint's signing secrets. */
export const getWebhookEndpointSecrets: RouteOf<OperationTypes, "getWebhookEndpointSecrets", "GET"> = {
  id: "getWebhookEndpointSecrets",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets",
};
/** Rotate an endpoint's secret; both secrets sign during the overlap, which must end before the next rotation. */
export const rotateWebhookEndpointSecret: RouteOf<OperationTypes, "rotateWebhookEndpointSecret", "POST"> = {
  id: "rotateWebhookEndpointSecret",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-secret",
};
/** Send a sample or edited event to an endpoint, signed and retried like any other. */
export const sendTestEvent: RouteOf<OperationTypes, "sendTestEvent", "POST"> = {
  id: "sendTestEvent",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event",
};
/** Send the stored events of a time range to an endpoint, including those it already received or missed. */
export const replayEvents: RouteOf<OperationTypes, "replayEvents", "POST"> = {
  id: "replayEvents",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/replay",
};
/** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
export const verifyWebhookEndpoint: RouteOf<OperationTypes, "verifyWebhookEndpoint", "POST"> = {
  id: "verifyWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
};
/** Probe a failing endpoint now, instead of at its next scheduled probe. */
export const probeWebhookEndpoint: RouteOf<OperationTypes, "probeWebhookEndpoint", "POST"> = {
  id: "probeWebhookEndpoint",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/probe",
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
/** Read the statistics of a webhook endpoint, by hour or day. */
export const getWebhookEndpointStatistics: RouteOf<OperationTypes, "getWebhookEndpointStatistics", "GET"> = {
  id: "getWebhookEndpointStatistics",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/statistics",
};
/** List the recoveries of a webhook endpoint, newest first. */
export const listWebhookEndpointRecoveries: RouteOf<OperationTypes, "listWebhookEndpointRecoveries", "GET"> =
  {
    id: "listWebhookEndpointRecoveries",
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
  };
/** Count the deliveries that a recovery of a webhook endpoint would resend. */
export const countWebhookEndpointRecovery: RouteOf<OperationTypes, "countWebhookEndpointRecovery", "POST"> = {
  id: "countWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/count",
};
/** Start a recovery of a webhook endpoint: resend failed deliveries at a limited rate. */
export const startWebhookEndpointRecovery: RouteOf<OperationTypes, "startWebhookEndpointRecovery", "POST"> = {
  id: "startWebhookEndpointRecovery",
  method: "POST",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
};
/** Read the progress of a recovery of a webhook endpoint. */
export const getWebhookEndpointRecovery: RouteOf<OperationTypes, "getWebhookEndpointRecovery", "GET"> = {
  id: "getWebhookEndpointRecovery",
  method: "GET",
  path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}",
};
/** Cancel a recovery of a webhook endpoint; deliveries it already scheduled are still sent. */
export const cancelWebhookEndpointRecovery: RouteOf<OperationTypes, "cancelWebhookEndpointRecovery", "POST"> =
  {
    id: "cancelWebhookEndpointRecovery",
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel",
  };
/** Read who is signed in, by cookie or bearer token. */
export const getSession: RouteOf<OperationTypes, "getSession", "GET"> = {
  id: "getSession",
  method: "GET",
  path: "/session",
};
/** Join an organization whose identity provider created a user with the signed-in person's address. */
export const joinOrganization: RouteOf<OperationTypes, "joinOrganization", "POST"> = {
  id: "joinOrganization",
  method: "POST",
  path: "/session/organizations/{organizationId}",
};
/** Sign this browser in with the administrator's token; sets a cookie. */
export const signIn: RouteOf<OperationTypes, "signIn", "POST"> = {
  id: "signIn",
  method: "POST",
  path: "/session",
};
/** Sign this browser out. */
export const signOut: RouteOf<OperationTypes, "signOut", "DELETE"> = {
  id: "signOut",
  method: "DELETE",
  path: "/session",
};
