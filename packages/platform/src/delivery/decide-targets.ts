import { type ScopeName, scopeOfEvent } from "@plugboard/api";
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
import { PlatformError } from "../common/platform-error.ts";
import type { EventRow } from "../database/tables.ts";
import { isDeclaredEvent } from "../product/event-declarations.ts";
import type { ProductData } from "../product/product-data.ts";
import { type ProductRef, productRefOf } from "../resources/product-ref.ts";
import { type ReceivedEvent, toReceivedEvent } from "../events/received-event.ts";

/** The columns of a webhook endpoint that decide whether it receives an event. */
export interface EndpointCandidate {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly filter?: readonly FieldCondition[] | undefined;
  /** Receives only events of these channels. */
  readonly channels?: readonly string[] | undefined;
  /** Receives only events about this resource. */
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
   * Whether it is set up, including its installation in the event's resource. Deliveries to a paused
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
  readonly type: string;
  /** The scope that a product's event needs. */
  readonly scope?: string | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly resource?: ProductRef | undefined;
  /**
   * Whether neither the platform nor its product declares the type, so that the scope is unknown. No recipient gets
   * it. Defaults to false.
   */
  readonly isUndeclared?: boolean | undefined;
  /** The event as received by one recipient, created when the first filter reads it. */
  readonly received?: (() => ReceivedEvent) | undefined;
}

/** Converts an event row for the decision about one recipient. */
export function toAddressedEvent(
  row: EventRow,
  installationId: string,
  product: ProductData | undefined,
): AddressedEvent & { readonly received: () => ReceivedEvent } {
  let received: ReceivedEvent | undefined;
  return {
    type: row.type,
    scope: product?.contract.events?.[row.type]?.scope,
    channels: row.channels === null ? undefined : readStrings(row.channels),
    resource: productRefOf(row),
    isUndeclared: !isDeclaredEvent(product, row.type),
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
  const { type, channels = [], received } = event;
  const refusal = whyNotEntitled(recipient, event);
  if (refusal !== undefined) return refusal;
  if (endpoint.scope !== undefined && !recipient.scopes.includes(endpoint.scope)) return "no_scope";
  if (endpoint.disabled === true) return "disabled";
  if (!matchesEventType(endpoint.eventTypes, type)) return "not_subscribed";
  if (endpoint.resource !== undefined && !isAbout(event, endpoint.resource)) return "other_location";
  const { filter } = endpoint;
  if (!sharesChannel(endpoint.channels ?? [], channels)) return "other_channel";
  return filter === undefined || matchesFilter(filter, received?.()) ? undefined : "filtered";
}

/** Returns whether an event's resource is another one, or its payload names it in a field such as `projectId`. */
function isAbout({ resource, received }: AddressedEvent, { kind, id }: ProductRef): boolean {
  return id === (resource?.kind === kind ? resource.id : received?.()[`${kind}Id`]);
}

function whyNotEntitled(recipient: Recipient, event: AddressedEvent): NotReached | undefined {
  const { type, scope = scopeOfEvent(type), isUndeclared = false } = event;
  const scopes: readonly string[] = recipient.scopes;
  if (recipient.removed && !reachesRemoved(type)) return "removed";
  if (!recipient.configured && !reachesPending(type)) return "pending";
  if (isUndeclared) return "no_scope";
  return scope === undefined || scopes.includes(scope) ? undefined : "no_scope";
}

/** The engine's input for one event, and the recipients. */
export interface FannedOutEvent<Reached extends Recipient> {
  readonly row: EventRow;
  readonly inputs: readonly EventInput[];
  /** The installations that receive it, in an envelope or by webhook. */
  readonly reached: readonly Reached[];
}

// Handlers can rely on the credentials of an installation in a resource, so the installation's own are
// removed last. A permanent failure must not block the others.
const removalOrdering: Ordering = { key: "removal", onFailure: "skip" };

function orderingOf({ type, ordering_key: key, ordering_blocks: blocks }: EventRow): Ordering | undefined {
  if (reachesRemoved(type)) return removalOrdering;
  return key === null ? undefined : { key, onFailure: blocks === 1 ? "block" : "skip" };
}

/**
 * Returns the deliveries of one event: for each entitled installation, its body and targets.
 *
 * @throws PlatformError `unavailable` for an event that only a process with a newer contract knows. It is retried.
 */
export function toEventInputs<Reached extends Recipient>(
  row: EventRow,
  recipients: readonly Reached[],
  product: ProductData | undefined,
): FannedOutEvent<Reached> {
  if (!isDeclaredEvent(product, row.type)) {
    throw new PlatformError(
      "unavailable",
      `The event ${row.type} is not in the contract of this process, so its scope is unknown. Update this process.`,
    );
  }
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

/** The event's resource and trace, so that `send` doesn't have to parse the body. */
export interface DeliveryMetadata {
  /** The kind and id of the product's resource. */
  readonly resourceKind?: string | undefined;
  readonly resourceId?: string | undefined;
  /** The event's trace, which the engine continues. */
  readonly traceparent?: string | undefined;
}

/** Returns the resource that a delivery's event is about, if there is one. */
export function resourceOfDelivery({
  resourceKind: kind,
  resourceId: id,
}: DeliveryMetadata): ProductRef | undefined {
  return kind === undefined || id === undefined ? undefined : { kind, id };
}

function toMetadata(metadata: DeliveryMetadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([, id]) => id !== undefined));
}
