import type { WebhookEventType } from "../webhook-event.ts";

/** A URL that receives webhooks for an installation. Its secrets are read on their own. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly installationId: string;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  /** Only events of this space are sent, where it is given. */
  readonly spaceId?: string;
  /** Only events of this site are sent, where it is given. */
  readonly siteId?: string;
  /** `paused` keeps deliveries until it is enabled again; `disabled` gets no new ones. */
  readonly status: "enabled" | "paused" | "disabled";
  /** Why the platform disabled it: it answered 410, or did nothing but fail for days. Absent where a person did. */
  readonly disabledReason?: "gone" | "failing";
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** What a new webhook endpoint is made from. */
export interface WebhookEndpointCreation {
  readonly url: string;
  /** At least one. */
  readonly eventTypes: readonly WebhookEventType[];
  readonly spaceId?: string;
  readonly siteId?: string;
}

/** Changes to a webhook endpoint; what is left out stays as it is. Enabling it resets what the platform held against it. */
export interface WebhookEndpointUpdate {
  readonly url?: string;
  readonly eventTypes?: readonly WebhookEventType[];
  readonly status?: "enabled" | "paused" | "disabled";
}

/** A key that deliveries to an endpoint are signed with. */
export interface WebhookEndpointSecret {
  readonly secret: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time; present once a newer secret replaced this one. */
  readonly expiresAt?: string;
}

/** The live secrets of an endpoint, newest first. There are two during a rotation. */
export interface WebhookEndpointSecrets {
  readonly secrets: readonly WebhookEndpointSecret[];
}

/** How to rotate the secret of an endpoint. */
export interface SecretRotation {
  /** How long the old secret stays valid, in seconds; a day when left out, 0 ends it at once. */
  readonly overlapSeconds?: number;
}

/** Which event to send as a test. */
export interface TestEvent {
  /** The first event type of the endpoint when left out. */
  readonly type?: WebhookEventType;
}

/** The test event that was accepted for delivery. */
export interface AcceptedTestEvent {
  readonly eventId: string;
  readonly deliveryId: string;
}
