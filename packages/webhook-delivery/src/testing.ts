export { type FaultName, faultNames } from "./sender/testing/fault-behaviours.ts";
export { createFaultReceiver, type FaultReceiver } from "./sender/testing/fault-receiver.ts";
export { type FaultRow, formatFaultTable, measureFaults } from "./sender/testing/fault-table.ts";
