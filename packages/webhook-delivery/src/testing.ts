export { type FaultName, faultNames } from "./sender/testing/fault-behaviors.ts";
export { createFaultReceiver, type FaultReceiver } from "./sender/testing/fault-receiver.ts";
export { type FaultRow, measureFaults } from "./sender/testing/fault-table.ts";
export { type CrashReceiver, startCrashReceiver } from "./testing/crash/crash-receiver.ts";
export { type CrashReport, type CrashSuiteOptions, runCrashSuite } from "./testing/crash/run-crash-suite.ts";
export { deliveryStoreCases } from "./testing/delivery-store-cases.ts";
export type { DeliveryStoreCase } from "./testing/kit/store-case.ts";
export { createTestClock, type TestClock } from "./testing/kit/test-clock.ts";
export {
  type DestinationAddress,
  type DestinationCase,
  destinationCases,
  type DestinationFixture,
  type DestinationSetup,
  type ReceivedMessage,
} from "./testing/destination/destination-cases.ts";
