import { type CustomEventType, type RuntimeEventType, type Scope, scopeOfEvent } from "@plugboard/api";
import {
  type EventInput,
  type FieldCondition,
  matchesFilter,
  type Ordering,
} from "@plugboard/webhook-delivery";
import { readStrings } from "../common/json.ts";
import type { EventRow } from "../database/tables.ts";
import { placeOfEvent } from "../events/place-of-event.ts";
import { type ReceivedEvent, toReceivedEvent } from "../events/received-event.ts";

/** A webhook endpoint of an installation, as far as the decision needs it. */
export interface EndpointCandidate {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly filter?: readonly FieldCondition[] | undefined;
  /** It wants only events of one of these. */
  readonly channels?: readonly string[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** Its owner switched it off. */
  readonly disabled?: boolean | undefined;
  /** What holds its deliveries back at the moment. */
  readonly holds?: readonly string[] | undefined;
}

/** An installation that may receive an event. */
export interface Recipient {
  readonly installationId: string;
  readonly removed: boolean;
  /** It has become active, and so has its installation in the event's space or site. The engine holds what a paused one gets. */
  readonly configured: boolean;
  readonly scopes: readonly Scope[];
  /** Events the integration says it handles. */
  readonly handles: readonly RuntimeEventType[];
  readonly endpoints: readonly EndpointCandidate[];
}

/** What a decision needs to know of an event. */
export interface AddressedEvent {
  readonly type: RuntimeEventType | CustomEventType;
  readonly channels?: readonly string[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** What one recipient gets of it, made when the first filter looks at it. */
  readonly received?: (() => ReceivedEvent) | undefined;
}

/** The event of a row, as far as one recipient's decision needs it. */
export function toAddressedEvent(
  row: EventRow,
  installationId: string,
): AddressedEvent & { readonly received: () => ReceivedEvent } {
  let made: ReceivedEvent | undefined;
  return {
    type: row.type,
    channels: row.channels === null ? undefined : readStrings(row.channels),
    ...placeOfEvent(row),
    received: () => (made ??= toReceivedEvent(row, installationId)),
  };
}

/** Where an event goes: installations whose integration receives an envelope, and webhook endpoints. */
export interface Targets {
  readonly installationIds: readonly string[];
  readonly endpointIds: readonly string[];
}

/** Events about an installation itself: it receives them in every status, or it could never become active. */
export const reachesPending: ReadonlySet<string> = new Set<RuntimeEventType>([
  "installation_setup",
  "installation_deleted",
  "space_installation_setup",
  "space_installation_deleted",
  "site_installation_setup",
  "site_installation_deleted",
]);

/**
 * The events that a removed installation still receives, in the order in which it receives them: of its space installations,
 * of its site installations, and of itself.
 */
export const removalEvents: readonly [
  "space_installation_deleted",
  "site_installation_deleted",
  "installation_deleted",
] = ["space_installation_deleted", "site_installation_deleted", "installation_deleted"];

export const reachesRemoved: ReadonlySet<string> = new Set<RuntimeEventType>(removalEvents);

/** Why something does not receive an event: the installation as a whole, its integration, or one of its webhook endpoints. */
type Refusal =
  | "removed"
  | "pending"
  | "no_scope"
  | "not_handled"
  | "not_subscribed"
  | "other_place"
  | "other_channel"
  | "filtered"
  | "disabled";

/** Who is entitled to an event: installed and active, holding its scope, and handling or subscribing to its type. */
export function decideTargets(event: AddressedEvent, recipients: readonly Recipient[]): Targets {
  return {
    installationIds: recipients
      .filter((recipient) => whyNotDispatched(event, recipient) === undefined)
      .map((recipient) => recipient.installationId),
    endpointIds: recipients.flatMap((recipient) =>
      recipient.endpoints
        .filter((endpoint) => whyNotSent(event, recipient, endpoint) === undefined)
        .map((endpoint) => endpoint.id),
    ),
  };
}

/** Why an installation's integration gets no envelope of an event; `undefined` where it gets one. */
export function whyNotDispatched({ type }: AddressedEvent, recipient: Recipient): Refusal | undefined {
  const handles: readonly string[] = recipient.handles;
  return whyNotEntitled(recipient, type) ?? (handles.includes(type) ? undefined : "not_handled");
}

/** Why one of an installation's webhook endpoints is not sent an event; `undefined` where it is. */
export function whyNotSent(
  { type, spaceId, siteId, channels = [], received }: AddressedEvent,
  recipient: Recipient,
  endpoint: EndpointCandidate,
): Refusal | undefined {
  const refusal = whyNotEntitled(recipient, type);
  if (refusal !== undefined) return refusal;
  if (endpoint.disabled === true) return "disabled";
  if (!endpoint.eventTypes.includes(type)) return "not_subscribed";
  if (endpoint.siteId !== undefined && endpoint.siteId !== siteId) return "other_place";
  // Feedback happens on a site; its payload names the page's space.
  if (endpoint.spaceId !== undefined && endpoint.spaceId !== (spaceId ?? received?.()["spaceId"]))
    return "other_place";
  const { filter, channels: wanted = [] } = endpoint;
  if (wanted.length > 0 && !wanted.some((channel) => channels.includes(channel))) return "other_channel";
  return filter === undefined || matchesFilter(filter, received?.()) ? undefined : "filtered";
}

function whyNotEntitled(recipient: Recipient, type: AddressedEvent["type"]): Refusal | undefined {
  const scope = scopeOfEvent(type);
  if (recipient.removed && !reachesRemoved.has(type)) return "removed";
  if (!recipient.configured && !reachesPending.has(type)) return "pending";
  return scope === undefined || recipient.scopes.includes(scope) ? undefined : "no_scope";
}

/** What the delivery engine is to do for one event, and whom that reaches. */
export interface FannedOutEvent<Reached extends Recipient> {
  readonly row: EventRow;
  readonly inputs: readonly EventInput[];
  /** Those who receive it, in an envelope or by webhook. */
  readonly reached: readonly Reached[];
}

// Handlers may count on the credentials of their space or site installation, and those of the installation go last. One that
// fails for good must not hold up the others.
const removalOrdering: Ordering = { key: "removal", onFailure: "skip" };

/** The deliveries of one event: for each entitled installation, its body and where it goes. */
export function toEventInputs<Reached extends Recipient>(
  row: EventRow,
  recipients: readonly Reached[],
): FannedOutEvent<Reached> {
  const entitled = recipients
    .map((recipient) => {
      const event = toAddressedEvent(row, recipient.installationId);
      return { recipient, event, ...decideTargets(event, [recipient]) };
    })
    .filter(({ installationIds, endpointIds }) => installationIds.length + endpointIds.length > 0);
  return {
    row,
    inputs: entitled.map(({ event, installationIds, endpointIds }) => {
      const received = event.received();
      return {
        id: received.eventId,
        type: row.type,
        body: JSON.stringify(received),
        endpointIds: [...installationIds, ...endpointIds],
        metadata: toMetadata({
          spaceId: event.spaceId,
          siteId: event.siteId,
          traceparent: row.traceparent ?? undefined,
        }),
        ...(row.expires_at !== null && { expiresAt: row.expires_at }),
        ...(reachesRemoved.has(row.type) && { ordering: removalOrdering }),
      };
    }),
    reached: entitled.map(({ recipient }) => recipient),
  };
}

/** Where an event happened, and in which trace, as `send` gets it: nothing has to be read out of the body. */
export interface DeliveryMetadata {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** The trace it happened in, which the engine goes on with. */
  readonly traceparent?: string | undefined;
}

function toMetadata(place: DeliveryMetadata): Record<string, string> {
  return Object.fromEntries(Object.entries(place).filter(([, id]) => id !== undefined));
}
