import type { EnqueuedEvent, EventInput, PublishInput } from "../model/event-input.ts";
import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import { subscriptionsTo } from "../policy/event-type-pattern.ts";
import { checkPublish, checkSameEvent, refuseExpunged } from "../queue/check-input.ts";
import type { Hand, Written } from "../queue/hand-over.ts";
import { addressTo, isUnlimited, toEndpoint } from "../rows/endpoint-row.ts";
import { number, type Row, text, toRowId } from "../rows/columns.ts";
import { toHandedDelivery } from "../rows/delivery-row.ts";
import { isBlocked } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn } from "./turns.ts";

interface Target {
  readonly id: string;
  readonly seq: number;
  readonly tenant: string;
  readonly disabled: boolean;
  readonly row: Row;
  /** Whether the endpoint can receive deliveries now, so that only the worker's room limits them. */
  readonly isOpen: boolean;
}

/** The written events, and whether a claim or a consumer finds new deliveries. */
export interface Accepted extends Written<EnqueuedEvent[]> {
  readonly isLeft: boolean;
}

const insertEvent = `
  INSERT INTO webhook_events (tenant, id, type, body, metadata, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id, tenant) DO NOTHING`;

const insertDelivery = `
  INSERT INTO webhook_deliveries (event, endpoint, state, ready, due_at, ordering_key, blocks, failure_reason, created_at,
    scheduled_at, finished_at, lease, fence)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, endpoint) DO NOTHING`;

/** Writes events and their deliveries, already claimed if a worker has room. Runs inside a transaction. */
export function enqueueEvents(session: SqliteSession, events: readonly EventInput[], hand?: Hand): Accepted {
  const handed: HandedDelivery[] = [];
  const targets = new Map<string, Target | undefined>();
  function targetOf(id: string): Target | undefined {
    if (!targets.has(id)) targets.set(id, findTarget(session, id, hand));
    return targets.get(id);
  }
  const left = new Set<Target>();
  const enqueued = events.map((event) => enqueueEvent(session, event, { targetOf, hand, handed, left }));
  for (const { seq } of left) addTurn(session, seq);
  return {
    result: enqueued,
    deliveries: handed.map(({ delivery }) => delivery),
    endpoints: new Map(handed.map(({ target: { id, row } }) => [id, toEndpoint(row, session.secretBox)])),
    isLeft: left.size > 0,
  };
}

const selectTarget = `
  SELECT e.*, EXISTS (SELECT 1 FROM webhook_turns WHERE endpoint = e.seq) AS has_turn,
    EXISTS (SELECT 1 FROM webhook_leases WHERE seq = ?) AS has_lease
  FROM webhook_endpoints e WHERE e.id = ?`;

function findTarget({ prepare }: SqliteSession, id: string, hand: Hand | undefined): Target | undefined {
  const row = prepare(selectTarget).get(Number(hand?.leaseId ?? 0), id);
  if (row === undefined) return undefined;
  const disabled = text(row, "status") === "disabled";
  const mayHand = number(row, "has_lease") === 1 && number(row, "has_turn") === 0;
  const isOpen = mayHand && !disabled && isUnlimited(row);
  return { id, seq: number(row, "seq"), tenant: text(row, "tenant"), disabled, row, isOpen };
}

interface HandedDelivery {
  readonly target: Target;
  readonly delivery: ClaimedDelivery;
}

interface Enqueuing {
  readonly targetOf: (id: string) => Target | undefined;
  readonly hand: Hand | undefined;
  /** Collects the deliveries that are handed over. */
  readonly handed: HandedDelivery[];
  /** Collects the targets of the other deliveries. */
  readonly left: Set<Target>;
}

function enqueueEvent(session: SqliteSession, event: EventInput, enqueuing: Enqueuing): EnqueuedEvent {
  const { targetOf } = enqueuing;
  const deliveries: EnqueuedEvent["deliveries"][number][] = [];
  const unknownEndpointIds: string[] = [];
  const eventSeqs = new Map<string, number>();
  for (const endpointId of new Set(event.endpointIds)) {
    const target = targetOf(endpointId);
    if (target === undefined) {
      unknownEndpointIds.push(endpointId);
      continue;
    }
    const eventSeq = eventSeqs.get(target.tenant) ?? saveEvent(session, event, target.tenant);
    eventSeqs.set(target.tenant, eventSeq);
    deliveries.push({ endpointId, ...saveDelivery(session, event, { eventSeq, target, ...enqueuing }) });
  }
  return { eventId: event.id, deliveries, unknownEndpointIds };
}

function saveEvent({ prepare, first, now }: SqliteSession, event: EventInput, tenant: string): number {
  const { id, type, body, metadata = {}, expiresAt = null } = event;
  const { changes, lastInsertRowid } = prepare(insertEvent).run(
    tenant,
    id,
    type,
    body,
    JSON.stringify(metadata),
    now(),
    expiresAt,
  );
  if (changes === 1) return Number(lastInsertRowid);
  const known = first(
    "SELECT seq, type, body, expunged_at FROM webhook_events WHERE id = ? AND tenant = ?",
    id,
    tenant,
  );
  if (known["expunged_at"] !== null) refuseExpunged(id);
  checkSameEvent(event, text(known, "type") === type && text(known, "body") === body);
  return number(known, "seq");
}

function saveDelivery(
  session: SqliteSession,
  event: EventInput,
  {
    eventSeq,
    target,
    hand,
    handed,
    left,
  }: Enqueuing & { readonly eventSeq: number; readonly target: Target },
): { id: string; created: boolean } {
  const { prepare, first } = session;
  const now = session.now();
  const { ordering, dueAt = now } = event;
  const blocked =
    ordering !== undefined && isBlocked(session, { endpoint: target.seq, key: ordering.key }, Infinity);
  const isHanded =
    target.isOpen &&
    ordering === undefined &&
    dueAt <= now &&
    !left.has(target) &&
    hand?.takeRoom(text(target.row, "fairness_group"), target.id) === true;
  const waits = blocked ? "waiting" : "scheduled";
  const state = target.disabled ? "failed" : isHanded ? "sending" : waits;
  const { changes, lastInsertRowid } = prepare(insertDelivery).run(
    eventSeq,
    target.seq,
    state,
    state === "scheduled" && dueAt <= now ? 1 : 0,
    dueAt,
    ordering?.key ?? null,
    ordering?.onFailure === "block" ? 1 : 0,
    target.disabled ? "disabled" : null,
    now,
    now,
    target.disabled ? now : null,
    isHanded ? Number(hand.leaseId) : null,
    isHanded ? 1 : 0,
  );
  if (!isHanded) left.add(target);
  if (changes === 1) {
    const id = toRowId("delivery", Number(lastInsertRowid));
    if (isHanded)
      handed.push({ target, delivery: toHandedDelivery(event, { id, endpointId: target.id, now }) });
    return { id, created: true };
  }
  const known = first(
    "SELECT seq FROM webhook_deliveries WHERE event = ? AND endpoint = ?",
    eventSeq,
    target.seq,
  );
  return { id: toRowId("delivery", number(known, "seq")), created: false };
}

const selectSubscribers = `
  SELECT id, subscription FROM webhook_endpoints
  WHERE tenant = ? AND id IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(event_types) WHERE value IN (SELECT value FROM json_each(?)))
  ORDER BY seq`;

/** Addresses events to the endpoints of their tenants that subscribe to them. */
export function addSubscribers({ prepare }: SqliteSession, events: readonly PublishInput[]): EventInput[] {
  return events.map((input) => {
    checkPublish(input);
    const { tenant = "", ...event } = input;
    return addressTo(
      prepare(selectSubscribers).all(tenant, JSON.stringify(subscriptionsTo(event.type))),
      event,
    );
  });
}
