import type { DeliveryState, FailureReason, Attempt, StoredEvent } from "../model/delivery.ts";
import type { DisabledNotice, Endpoint } from "../model/endpoint.ts";
import type { EndpointHour } from "../model/endpoint-statistics.ts";
import type { Ordering } from "../model/event-input.ts";
import type { Recovery } from "../model/recovery.ts";
import type { TokenBucket } from "../policy/rate-limit.ts";
import { createListeners, type Listeners } from "../queue/listeners.ts";

/** An endpoint with what only the store knows of it. */
export interface EndpointRow {
  readonly seq: number;
  endpoint: Endpoint;
  bucket: TokenBucket;
  /** Its due deliveries, in the order they came due. */
  readonly ready: Set<DeliveryRow>;
  readonly hours: Map<number, EndpointHour>;
}

/** A delivery with what only the store knows of it. */
export interface DeliveryRow {
  readonly seq: number;
  readonly event: StoredEvent;
  readonly target: EndpointRow;
  state: DeliveryState;
  dueAt: number;
  readonly attempts: Attempt[];
  scheduleAttempts: number;
  fence: number;
  leaseId: string | undefined;
  ordering: Ordering | undefined;
  failureReason: FailureReason | undefined;
  readonly createdAt: number;
  finishedAt: number | undefined;
}

/** A recovery with how far it got. */
export interface RecoveryRow {
  recovery: Recovery;
  readonly idempotencyKey: string | null;
  position: number;
  nextAt: number;
}

/** All that a memory store holds. */
export interface MemoryTables {
  readonly clock: () => number;
  readonly listeners: Listeners;
  readonly endpoints: Map<string, EndpointRow>;
  readonly events: Map<string, StoredEvent>;
  readonly deliveries: Map<number, DeliveryRow>;
  /** Deliveries by event id. */
  readonly byEvent: Map<string, Set<DeliveryRow>>;
  /** Scheduled deliveries that are not due yet. */
  readonly later: Set<DeliveryRow>;
  readonly sending: Set<DeliveryRow>;
  /** When each lease runs out, in milliseconds since the epoch. */
  readonly leases: Map<string, number>;
  readonly notices: Map<string, DisabledNotice>;
  readonly recoveries: Map<string, RecoveryRow>;
  /** A number that was not there before, rising. */
  readonly nextSeq: () => number;
}

/** Creates empty tables. */
export function createMemoryTables(clock: () => number): MemoryTables {
  let seq = 0;
  return {
    clock,
    listeners: createListeners(),
    endpoints: new Map(),
    events: new Map(),
    deliveries: new Map(),
    byEvent: new Map(),
    later: new Set(),
    sending: new Set(),
    leases: new Map(),
    notices: new Map(),
    recoveries: new Map(),
    nextSeq: () => {
      seq += 1;
      return seq;
    },
  };
}
