import { type CustomEventType, type RuntimeEventType, type ScopeName, scopeOfEvent } from "@plugboard/api";
import type { NotReached } from "@plugboard/api/client";
import {
  type EventInput,
  type FieldCondition,
  matchesEventType,
  matchesFilter,
  type Ordering,
  sharesChannel,
} from "@plugboard/webhook-delivery";
import { readStrings } from "../common/json.ts";
import type { EventRow } from "../database/tables.ts";
import type { Product } from "../product/product.ts";
import type { DispatchSubject } from "../dispatch/dispatch-target.ts";
import { type ProductRef, productRefOf } from "../resources/product-ref.ts";
import { locationOfEvent } from "../events/location-of-event.ts";
import { type ReceivedEvent, toReceivedEvent } from "../events/received-event.ts";

/** The columns of a webhook endpoint that decide whether it receives an event. */
export interface EndpointCandidate {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly filter?: readonly FieldCondition[] | undefined;
  /** Receives only events of these channels. */
  readonly channels?: readonly string[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** Receives only events of this resource of the product. */
  readonly resource?: ProductRef | undefined;
  /** Whether its owner disabled it. */
  readonly disabled?: boolean | undefined;
  /** A scope that its installation needs in addition to that of the event. */
  readonly scope?: ScopeName | undefined;
  /** The current holds on its deliveries. */
  readonly holds?: readonly string[] | undefined;
}

/** An installation that could receive an event. */
export interface Recipient {
  readonly installationId: string;
  readonly removed: boolean;
  /**
   * Whether it is set up, including its installation in the event's space or site. Deliveries to a paused
   * installation are held by the engine.
   */
  readonly configured: boolean;
  readonly scopes: readonly ScopeName[];
  /** The event types that the integration handles. */
  readonly handles: readonly string[];
  readonly endpoints: readonly EndpointCandidate[];
}

/** The parts of an event that decide who receives it. */
export interface AddressedEvent {
  readonly type: RuntimeEventType | CustomEventType;
  /** The scope that a product's event needs. */
  readonly scope?: string | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** The resource of the product that it is about. */
  readonly resource?: ProductRef | undefined;
  /** The event as received by one recipient, created when the first filter reads it. */
  readonly received?: (() => ReceivedEvent) | undefined;
}

/** Converts an event row for the decision about one recipient. */
export function toAddressedEvent(
  row: EventRow,
  installationId: string,
  product: Product | undefined,
): AddressedEvent & { readonly received: () => ReceivedEvent } {
  let received: ReceivedEvent | undefined;
  return {
    type: row.type,
    scope: product?.contract.events?.[row.type]?.scope,
    channels: row.channels === null ? undefined : readStrings(row.channels),
    ...locationOfEvent(row),
    resource: productRefOf(row),
    received: () => (received ??= toReceivedEvent(row, installationId)),
  };
}

/** The targets of an event: installations that receive an envelope, and webhook endpoints. */
export interface Targets {
  readonly installationIds: readonly string[];
  readonly endpointIds: readonly string[];
}

/**
 * Returns whether an event is about an installation itself. An installation receives these in any status,
 * because it could never become active otherwise.
 */
export function reachesPending(type: string): boolean {
  return /^(?:[a-z]\w*_)?installation_(?:setup|deleted)$/.test(type);
}

/**
 * The events that a removed installation still receives, in order: for its space installations, its site
 * installations, and itself.
 */
export const removalEvents: readonly [
  "space_installation_deleted",
  "site_installation_deleted",
  "installation_deleted",
] = ["space_installation_deleted", "site_installation_deleted", "installation_deleted"];

/** Returns whether a removed installation still receives an event. */
export function reachesRemoved(type: string): boolean {
  return /^(?:[a-z]\w*_)?installation_deleted$/.test(type);
}

/**
 * Returns the recipients of an event: installed, active, with its scope, and handling or subscribing to its
 * type.
 */
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

/** Returns why an installation's integration does not receive an event. `undefined` if it does. */
export function whyNotDispatched(event: AddressedEvent, recipient: Recipient): NotReached | undefined {
  return (
    whyNotEntitled(recipient, event) ?? (recipient.handles.includes(event.type) ? undefined : "not_handled")
  );
}

/** Returns why a webhook endpoint does not receive an event. `undefined` if it does. */
export function whyNotSent(
  event: AddressedEvent,
  recipient: Recipient,
  endpoint: EndpointCandidate,
): NotReached | undefined {
  const { type, spaceId, siteId, resource, channels = [], received } = event;
  const refusal = whyNotEntitled(recipient, event);
  if (refusal !== undefined) return refusal;
  if (endpoint.scope !== undefined && !recipient.scopes.includes(endpoint.scope)) return "no_scope";
  if (endpoint.disabled === true) return "disabled";
  if (!matchesEventType(endpoint.eventTypes, type)) return "not_subscribed";
  if (endpoint.siteId !== undefined && endpoint.siteId !== siteId) return "other_location";
  // Feedback belongs to a site, and its payload names the page's space.
  if (endpoint.spaceId !== undefined && endpoint.spaceId !== (spaceId ?? received?.()["spaceId"]))
    return "other_location";
  const { filter, resource: only } = endpoint;
  if (only !== undefined && (only.kind !== resource?.kind || only.id !== resource.id))
    return "other_location";
  if (!sharesChannel(endpoint.channels ?? [], channels)) return "other_channel";
  return filter === undefined || matchesFilter(filter, received?.()) ? undefined : "filtered";
}

function whyNotEntitled(recipient: Recipient, event: AddressedEvent): NotReached | undefined {
  const { type, scope = scopeOfEvent(type) } = event;
  const scopes: readonly string[] = recipient.scopes;
  if (recipient.removed && !reachesRemoved(type)) return "removed";
  if (!recipient.configured && !reachesPending(type)) return "pending";
  return scope === undefined || scopes.includes(scope) ? undefined : "no_scope";
}

/** The engine's input for one event, and the recipients. */
export interface FannedOutEvent<Reached extends Recipient> {
  readonly row: EventRow;
  readonly inputs: readonly EventInput[];
  /** The installations that receive it, in an envelope or by webhook. */
  readonly reached: readonly Reached[];
}

// Handlers can rely on the credentials of their space or site installation, so the installation's own are
// removed last. A permanent failure must not block the others.
const removalOrdering: Ordering = { key: "removal", onFailure: "skip" };

function orderingOf({ type, ordering_key: key, ordering_blocks: blocks }: EventRow): Ordering | undefined {
  if (reachesRemoved(type)) return removalOrdering;
  return key === null ? undefined : { key, onFailure: blocks === 1 ? "block" : "skip" };
}

/** Returns the deliveries of one event: for each entitled installation, its body and targets. */
export function toEventInputs<Reached extends Recipient>(
  row: EventRow,
  recipients: readonly Reached[],
  product: Product | undefined,
): FannedOutEvent<Reached> {
  const ordering = orderingOf(row);
  const resource = productRefOf(row);
  const entitled = recipients
    .map((recipient) => {
      const event = toAddressedEvent(row, recipient.installationId, product);
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
          resourceKind: resource?.kind,
          resourceId: resource?.id,
          traceparent: row.traceparent ?? undefined,
        }),
        ...(row.expires_at !== null && { expiresAt: row.expires_at }),
        ...(ordering !== undefined && { ordering }),
      };
    }),
    reached: entitled.map(({ recipient }) => recipient),
  };
}

/** The event's location and trace, so that `send` doesn't have to parse the body. */
export interface DeliveryMetadata {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** The kind and id of the product's resource. */
  readonly resourceKind?: string | undefined;
  readonly resourceId?: string | undefined;
  /** The event's trace, which the engine continues. */
  readonly traceparent?: string | undefined;
}

/** Returns the resources that a delivery's event is about. */
export function subjectOf({
  spaceId,
  siteId,
  resourceKind: kind,
  resourceId: id,
}: DeliveryMetadata): Pick<DispatchSubject, "spaceId" | "siteId" | "resource"> {
  return { spaceId, siteId, resource: kind === undefined || id === undefined ? undefined : { kind, id } };
}

function toMetadata(location: DeliveryMetadata): Record<string, string> {
  return Object.fromEntries(Object.entries(location).filter(([, id]) => id !== undefined));
}
