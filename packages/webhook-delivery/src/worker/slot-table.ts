import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import {
  movingAverage,
  deliveriesPerSlot,
  endpointShare,
  maxSlowSlots,
  mayTakeSlot,
  type Pace,
  type SlotLimits,
  type Speed,
  speedOf,
} from "../policy/slot-share.ts";

/** A delivery that can be sent now. */
export interface Turn {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: Endpoint;
}

/**
 * The deliveries held by a worker, in the order they are sent. Fairness groups take turns, and so do a group's
 * endpoints.
 */
export interface SlotTable {
  /** Deliveries added and neither freed nor withdrawn. */
  readonly held: number;
  /** Returns the number of deliveries by group. */
  heldByGroup(): ReadonlyMap<string, number>;
  /** Returns whether a group has deliveries without a slot. */
  isWaiting(fairnessGroup: string): boolean;
  /** Returns how many more deliveries to an endpoint are useful. */
  roomOf(endpointId: string): number;
  /** Returns whether another delivery to an endpoint would start immediately. */
  isStarved(endpointId: string): boolean;
  add(delivery: ClaimedDelivery, endpoint: Endpoint): void;
  /** Returns the next delivery with a free slot and takes the slot. */
  next(): Turn | undefined;
  /** Records an attempt's duration (ms). Its slot stays taken. */
  noteEnd(endpointId: string, milliseconds: number): void;
  /** Frees the slot of a delivery. */
  free(endpointId: string): void;
  /** Removes and returns an endpoint's deliveries without a slot. */
  withdraw(endpointId: string): readonly ClaimedDelivery[];
}

interface GroupSlots {
  held: number;
  inFlight: number;
  /** Endpoints with deliveries waiting for a slot, in order. */
  readonly waiting: Set<EndpointSlots>;
}

interface EndpointSlots {
  readonly id: string;
  readonly group: string;
  endpoint: Endpoint;
  /** Deliveries without a slot. */
  waiting: ClaimedDelivery[];
  inFlight: number;
  speed: Speed;
  latencyMilliseconds: number | undefined;
  /** The time an attempt last ended, or the first one started. */
  progressAt: number;
}

const maxRememberedLatencies = 10_000;
const refreshMilliseconds = 100;

/** Creates an empty slot table. */
export function createSlotTable(
  limits: SlotLimits,
  elapsed: () => number = () => performance.now(),
): SlotTable {
  const { concurrency } = limits;
  const endpoints = new Map<string, EndpointSlots>();
  const groups = new Map<string, GroupSlots>();
  /** Groups with deliveries waiting for a slot, in order. */
  const waiting = new Set<GroupSlots>();
  const slow = new Set<EndpointSlots>();
  /** Latencies of endpoints that aren't in the table now, by ID. */
  const latencies = new Map<string, number>();
  let held = 0;
  let inFlight = 0;
  let refreshedAt = 0;

  function enter(endpoint: Endpoint): EndpointSlots {
    const { id, fairnessGroup: group } = endpoint;
    const latencyMilliseconds = latencies.get(id);
    const progressAt = elapsed();
    const slots: EndpointSlots = {
      id,
      group,
      endpoint,
      waiting: [],
      inFlight: 0,
      speed: "unknown",
      latencyMilliseconds,
      progressAt,
    };
    latencies.delete(id);
    endpoints.set(id, slots);
    judge(slots);
    return slots;
  }

  function leave(slots: EndpointSlots): void {
    const { id, latencyMilliseconds } = slots;
    endpoints.delete(id);
    slow.delete(slots);
    if (latencyMilliseconds === undefined) return;
    latencies.set(id, latencyMilliseconds);
    const [oldest] = latencies.keys();
    if (latencies.size > maxRememberedLatencies && oldest !== undefined) latencies.delete(oldest);
  }

  function judge(slots: EndpointSlots): void {
    slots.speed = speedOf(paceOf(slots));
    if (slots.speed === "slow") slow.add(slots);
    else slow.delete(slots);
  }

  function paceOf({ latencyMilliseconds, inFlight: own, progressAt }: EndpointSlots): Pace {
    return { latencyMilliseconds, stalledMilliseconds: own === 0 ? 0 : elapsed() - progressAt };
  }

  /** Only elapsed time shows that an endpoint stopped responding. */
  function refresh(): void {
    const now = elapsed();
    if (now - refreshedAt < refreshMilliseconds) return;
    refreshedAt = now;
    for (const slots of endpoints.values()) judge(slots);
  }

  function shareOf({ speed }: EndpointSlots): number {
    return endpointShare(speed, slow.size, limits);
  }

  function mayStart(slots: EndpointSlots): boolean {
    if (slots.inFlight >= shareOf(slots)) return false;
    if (slots.speed !== "slow") return true;
    let slowInFlight = 0;
    for (const other of slow) slowInFlight += other.inFlight;
    return slowInFlight < maxSlowSlots(concurrency);
  }

  function groupOf(group: string): GroupSlots {
    const known = groups.get(group) ?? { held: 0, inFlight: 0, waiting: new Set() };
    groups.set(group, known);
    return known;
  }

  function startOne(group: GroupSlots): Turn | undefined {
    for (let left = group.waiting.size; left > 0; left -= 1) {
      const slots = takeFirst(group.waiting);
      if (slots === undefined) return undefined;
      const delivery = mayStart(slots) ? slots.waiting.shift() : undefined;
      if (slots.waiting.length > 0) group.waiting.add(slots);
      if (delivery === undefined) continue;
      if (slots.inFlight === 0) slots.progressAt = elapsed();
      slots.inFlight += 1;
      group.inFlight += 1;
      inFlight += 1;
      return { delivery, endpoint: slots.endpoint };
    }
    return undefined;
  }

  function tidy(slots: EndpointSlots, group: GroupSlots): void {
    if (slots.waiting.length === 0) group.waiting.delete(slots);
    if (group.waiting.size === 0) waiting.delete(group);
    if (slots.waiting.length === 0 && slots.inFlight === 0) leave(slots);
    if (group.waiting.size === 0 && group.inFlight === 0) groups.delete(slots.group);
  }

  return {
    get held() {
      return held;
    },
    heldByGroup: () => new Map(Array.from(groups, ([group, slots]) => [group, slots.held])),
    isWaiting: (group) => (groups.get(group)?.waiting.size ?? 0) > 0,
    roomOf(endpointId) {
      const slots = endpoints.get(endpointId);
      if (slots === undefined) {
        const pace = { latencyMilliseconds: latencies.get(endpointId), stalledMilliseconds: 0 };
        return endpointShare(speedOf(pace), slow.size + 1, limits) * deliveriesPerSlot(pace);
      }
      const ofUse = shareOf(slots) * deliveriesPerSlot(paceOf(slots));
      return Math.max(0, ofUse - slots.waiting.length - slots.inFlight);
    },
    isStarved(endpointId) {
      if (inFlight >= concurrency) return false;
      const slots = endpoints.get(endpointId);
      return slots === undefined || (slots.waiting.length === 0 && mayStart(slots));
    },
    add(delivery, endpoint) {
      const slots = endpoints.get(endpoint.id) ?? enter(endpoint);
      slots.endpoint = endpoint;
      slots.waiting.push(delivery);
      held += 1;
      const group = groupOf(slots.group);
      group.held += 1;
      group.waiting.add(slots);
      waiting.add(group);
    },
    next() {
      refresh();
      for (let left = waiting.size; left > 0 && inFlight < concurrency; left -= 1) {
        const group = takeFirst(waiting);
        if (group === undefined) return undefined;
        const turn = mayTakeSlot(inFlight, group.inFlight, concurrency) ? startOne(group) : undefined;
        if (group.waiting.size > 0) waiting.add(group);
        if (turn !== undefined) return turn;
      }
      return undefined;
    },
    noteEnd(endpointId, milliseconds) {
      const slots = endpoints.get(endpointId);
      if (slots === undefined) return;
      slots.latencyMilliseconds = movingAverage(slots.latencyMilliseconds, milliseconds);
      slots.progressAt = elapsed();
      judge(slots);
    },
    free(endpointId) {
      const slots = endpoints.get(endpointId);
      if (slots === undefined) return;
      const group = groupOf(slots.group);
      slots.inFlight -= 1;
      group.held -= 1;
      group.inFlight -= 1;
      inFlight -= 1;
      held -= 1;
      tidy(slots, group);
    },
    withdraw(endpointId) {
      const slots = endpoints.get(endpointId);
      if (slots === undefined) return [];
      const withdrawn = slots.waiting;
      slots.waiting = [];
      held -= withdrawn.length;
      const group = groupOf(slots.group);
      group.held -= withdrawn.length;
      tidy(slots, group);
      return withdrawn;
    },
  };
}

/** Removes and returns the oldest item of a set. */
function takeFirst<Item>(items: Set<Item>): Item | undefined {
  const [first] = items;
  if (first !== undefined) items.delete(first);
  return first;
}
