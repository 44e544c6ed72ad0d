import { eventScopes, type RuntimeEventType, type Scope } from "@plugboard/api";

/** A webhook endpoint of an installation, as far as the decision needs it. */
export interface EndpointCandidate {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly spaceId?: string;
  readonly siteId?: string;
}

/** An installation that may receive an event. */
export interface Recipient {
  readonly installationId: string;
  readonly removed: boolean;
  /** It has become active, and so has its part in the event's space or site. The engine holds what a paused one gets. */
  readonly configured: boolean;
  readonly scopes: readonly Scope[];
  /** Events the integration says it handles. */
  readonly handles: readonly RuntimeEventType[];
  readonly endpoints: readonly EndpointCandidate[];
}

/** What a decision needs to know of an event. */
export interface AddressedEvent {
  readonly type: RuntimeEventType;
  readonly spaceId?: string;
  readonly siteId?: string;
}

/** Where an event goes: installations whose integration receives an envelope, and webhook endpoints. */
export interface Targets {
  readonly installationIds: readonly string[];
  readonly endpointIds: readonly string[];
}

/** Events about an installation itself: it receives them in every status, or it could never become active. */
const reachesPending: ReadonlySet<RuntimeEventType> = new Set([
  "installation_setup",
  "installation_deleted",
  "space_installation_setup",
  "space_installation_deleted",
  "site_installation_setup",
  "site_installation_deleted",
]);

/**
 * The events that a removed installation still receives, in the order in which it receives them: of its parts in spaces, of
 * those in sites, and of itself.
 */
export const removalEvents: readonly [
  "space_installation_deleted",
  "site_installation_deleted",
  "installation_deleted",
] = ["space_installation_deleted", "site_installation_deleted", "installation_deleted"];

export const reachesRemoved: ReadonlySet<string> = new Set<RuntimeEventType>(removalEvents);

/** Who is entitled to an event: installed and active, holding its scope, and handling or subscribing to its type. */
export function decideTargets(event: AddressedEvent, recipients: readonly Recipient[]): Targets {
  const entitled = recipients.filter((recipient) => isEntitled(recipient, event.type));
  return {
    installationIds: entitled
      .filter((recipient) => recipient.handles.includes(event.type))
      .map((recipient) => recipient.installationId),
    endpointIds: entitled
      .flatMap((recipient) => recipient.endpoints)
      .filter((endpoint) => subscribes(endpoint, event))
      .map((endpoint) => endpoint.id),
  };
}

function isEntitled(recipient: Recipient, type: RuntimeEventType): boolean {
  const scope = eventScopes[type];
  return (
    (!recipient.removed || reachesRemoved.has(type)) &&
    (recipient.configured || reachesPending.has(type)) &&
    (scope === undefined || recipient.scopes.includes(scope))
  );
}

function subscribes(endpoint: EndpointCandidate, event: AddressedEvent): boolean {
  return (
    endpoint.eventTypes.includes(event.type) &&
    (endpoint.spaceId === undefined || endpoint.spaceId === event.spaceId) &&
    (endpoint.siteId === undefined || endpoint.siteId === event.siteId)
  );
}
