import type { DeliveryStore } from "./delivery-store.ts";
import { claimDeliveries } from "./memory/claim.ts";
import { removeExpired } from "./memory/cleaner.ts";
import { createMemoryDeliveries } from "./memory/deliveries.ts";
import { createMemoryEndpoints } from "./memory/endpoints.ts";
import { createMemoryLeases } from "./memory/leases.ts";
import { recordAttempts } from "./memory/record.ts";
import { createMemoryRecoveries } from "./memory/recoveries.ts";
import { createMemoryTables } from "./memory/tables.ts";

/** What a memory store may be told. */
export interface MemoryDeliveryStoreOptions {
  /** Milliseconds since the epoch; `Date.now` when absent. */
  readonly clock?: () => number;
}

/** Creates a delivery store that forgets everything when its process ends: for tests, and for a first try. */
export function createMemoryDeliveryStore({
  clock = Date.now,
}: MemoryDeliveryStoreOptions = {}): DeliveryStore {
  const tables = createMemoryTables(clock);
  return {
    ...createMemoryEndpoints(tables),
    ...createMemoryDeliveries(tables),
    ...createMemoryRecoveries(tables),
    ...createMemoryLeases(tables),
    migrate: async () => {},
    close: async () => {},
    claim: async (request) => claimDeliveries(tables, request),
    recordAttempts: async (request) => recordAttempts(tables, request),
    listNotices: async () => [...tables.notices.values()],
    acknowledgeNotice: async (id) => void tables.notices.delete(id),
    removeExpired: async (policy) => removeExpired(tables, policy),
    watch: (listener) => tables.listeners.add(listener),
  };
}
