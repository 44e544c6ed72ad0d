export { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
export type { DeliveryStoreCase } from "./testing/store-case.ts";
export { createTestClock, type TestClock } from "./testing/test-clock.ts";
