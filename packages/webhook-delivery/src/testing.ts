export { type CrashReceiver, startCrashReceiver } from "./testing/crash/crash-receiver.ts";
export { formatCrashTable } from "./testing/crash/format-crash-table.ts";
export { type CrashReport, type CrashSuiteOptions, runCrashSuite } from "./testing/crash/run-crash-suite.ts";
export { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
export type { DeliveryStoreCase } from "./testing/store-case.ts";
export { createTestClock, type TestClock } from "./testing/test-clock.ts";
