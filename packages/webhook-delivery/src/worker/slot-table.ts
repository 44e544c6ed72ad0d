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

/** A delivery whose turn has come. */
export interface Turn {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: Endpoint;
}

/** The deliveries that a worker holds, and whose turn is next. Tenants take turns, and the endpoints of a tenant. */
export interface SlotTable {
  /** Deliveries that were added and are neither freed nor withdrawn. */
  readonly held: number;
  /** How many deliveries of each tenant there are. */
  heldByTenant(): ReadonlyMap<string, number>;
  /** How many deliveries more are of use at an endpoint. */
  roomOf(endpointId: string): number;
  /** Whether another delivery to an endpoint would start at once. */
  isStarved(endpointId: string): boolean;
  add(delivery: ClaimedDelivery, endpoint: Endpoint): void;
  /** The next delivery that there is a slot for. It holds its slot from now on. */
  next(): Turn | undefined;
  /** An attempt has ended after so many milliseconds. Its slot is still taken. */
  noteEnd(endpointId: string, milliseconds: number): void;
  /** Gives the slot of a delivery back. */
  free(endpointId: string): void;
  /** Takes out the deliveries to an endpoint that hold no slot. */
  withdraw(endpointId: string): readonly ClaimedDelivery[];
}

interface TenantSlots {
  held: number;
  inFlight: number;
  /** Endpoints with deliveries that wait for a slot, the next one first. */
  readonly waiting: Set<EndpointSlots>;
}

interface EndpointSlots {
  readonly id: string;
  readonly tenant: string;
  endpoint: Endpoint;
  /** Deliveries without a slot. */
  waiting: ClaimedDelivery[];
  inFlight: number;
  speed: Speed;
  latencyMilliseconds: number | undefined;
  /** When an attempt ended, or the first one started. */
  progressAt: number;
}

const maxRememberedLatencies = 10_000;
const refreshMilliseconds = 100;

/** Creates a table without deliveries. */
export function createSlotTable(
  limits: SlotLimits,
  elapsed: () => number = () => performance.now(),
): SlotTable {
  const { concurrency } = limits;
  const endpoints = new Map<string, EndpointSlots>();
  const tenants = new Map<string, TenantSlots>();
  /** Tenants with deliveries that wait for a slot, the next one first. */
  const waiting = new Set<TenantSlots>();
  const slow = new Set<EndpointSlots>();
  /** Of endpoints that are not in the table now, by id. */
  const latencies = new Map<string, number>();
  let held = 0;
  let inFlight = 0;
  let refreshedAt = 0;

  function enter(endpoint: Endpoint): EndpointSlots {
    const { id, tenant } = endpoint;
    const latencyMilliseconds = latencies.get(id);
    const progressAt = elapsed();
    const slots: EndpointSlots = {
      id,
      tenant,
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

  /** An endpoint that has stopped responding shows it by nothing but time. */
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

  function tenantOf(tenant: string): TenantSlots {
    const known = tenants.get(tenant) ?? { held: 0, inFlight: 0, waiting: new Set() };
    tenants.set(tenant, known);
    return known;
  }

  function startOne(tenant: TenantSlots): Turn | undefined {
    for (let left = tenant.waiting.size; left > 0; left -= 1) {
      const slots = takeFirst(tenant.waiting);
      if (slots === undefined) return undefined;
      const delivery = mayStart(slots) ? slots.waiting.shift() : undefined;
      if (slots.waiting.length > 0) tenant.waiting.add(slots);
      if (delivery === undefined) continue;
      if (slots.inFlight === 0) slots.progressAt = elapsed();
      slots.inFlight += 1;
      tenant.inFlight += 1;
      inFlight += 1;
      return { delivery, endpoint: slots.endpoint };
    }
    return undefined;
  }

  function tidy(slots: EndpointSlots, tenant: TenantSlots): void {
    if (slots.waiting.length === 0) tenant.waiting.delete(slots);
    if (tenant.waiting.size === 0) waiting.delete(tenant);
    if (slots.waiting.length === 0 && slots.inFlight === 0) leave(slots);
    if (tenant.waiting.size === 0 && tenant.inFlight === 0) tenants.delete(slots.tenant);
  }

  return {
    get held() {
      return held;
    },
    heldByTenant: () => new Map(Array.from(tenants, ([tenant, slots]) => [tenant, slots.held])),
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
      const tenant = tenantOf(slots.tenant);
      tenant.held += 1;
      tenant.waiting.add(slots);
      waiting.add(tenant);
    },
    next() {
      refresh();
      for (let left = waiting.size; left > 0 && inFlight < concurrency; left -= 1) {
        const tenant = takeFirst(waiting);
        if (tenant === undefined) return undefined;
        const turn = mayTakeSlot(inFlight, tenant.inFlight, concurrency) ? startOne(tenant) : undefined;
        if (tenant.waiting.size > 0) waiting.add(tenant);
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
      const tenant = tenantOf(slots.tenant);
      slots.inFlight -= 1;
      tenant.held -= 1;
      tenant.inFlight -= 1;
      inFlight -= 1;
      held -= 1;
      tidy(slots, tenant);
    },
    withdraw(endpointId) {
      const slots = endpoints.get(endpointId);
      if (slots === undefined) return [];
      const withdrawn = slots.waiting;
      slots.waiting = [];
      held -= withdrawn.length;
      const tenant = tenantOf(slots.tenant);
      tenant.held -= withdrawn.length;
      tidy(slots, tenant);
      return withdrawn;
    },
  };
}

/** Takes out what has been in a set for the longest. */
function takeFirst<Item>(items: Set<Item>): Item | undefined {
  const [first] = items;
  if (first !== undefined) items.delete(first);
  return first;
}
