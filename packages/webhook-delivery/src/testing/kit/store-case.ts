import type { DeliveryStore } from "../../store/delivery-store.ts";
import type { TestClock } from "./test-clock.ts";

/** A rule that every delivery store must follow. */
export interface DeliveryStoreCase {
  readonly name: string;
  /**
   * Throws an `AssertionError` if the store breaks the rule. The store must be empty, migrated, and use the
   * clock.
   */
  readonly run: (fixture: { readonly store: DeliveryStore; readonly clock: TestClock }) => Promise<void>;
}
