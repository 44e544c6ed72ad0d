/** The path parameters of the platform's own operations. */
export const platformParameters = [
  "componentId",
  "customEventType",
  "deliveryId",
  "endpointId",
  "eventId",
  "eventType",
  "installationId",
  "integration",
  "invitationId",
  "keyId",
  "noticeId",
  "organizationId",
  "portalSessionId",
  "property",
  "provisionedGroupId",
  "provisionedUserId",
  "recoveryId",
  "reviewId",
  "storageKey",
  "stream",
  "subscriptionId",
  "taskId",
  "toolId",
  "userId",
  "viewId",
] as const;

/** A path parameter of the platform's own operations. */
export type PlatformParameter = (typeof platformParameters)[number];
