import type { DeliveryStore } from "../../store/delivery-store.ts";
import type { TestClock } from "./test-clock.ts";

/** One rule that every delivery store keeps. */
export interface DeliveryStoreCase {
  readonly name: string;
  /** Throws an `AssertionError` when the store breaks the rule. The store is empty, migrated, and runs on the clock. */
  readonly run: (fixture: { readonly store: DeliveryStore; readonly clock: TestClock }) => Promise<void>;
}
