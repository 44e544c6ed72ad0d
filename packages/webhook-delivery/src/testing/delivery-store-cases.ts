import { boundCases } from "./cases/bound-cases.ts";
import { claimCases } from "./cases/claim-cases.ts";
import { endpointCases } from "./cases/endpoint-cases.ts";
import { enqueueCases } from "./cases/enqueue-cases.ts";
import { handOverCases } from "./cases/hand-over-cases.ts";
import { holdCases } from "./cases/hold-cases.ts";
import { healthCases } from "./cases/health-cases.ts";
import { leaseCases } from "./cases/lease-cases.ts";
import { operationCases } from "./cases/operation-cases.ts";
import { pollCases } from "./cases/poll-cases.ts";
import { publishCases } from "./cases/publish-cases.ts";
import { orderingCases } from "./cases/ordering-cases.ts";
import { recordCases } from "./cases/record-cases.ts";
import { recoveryCases } from "./cases/recovery-cases.ts";
import { retentionCases } from "./cases/retention-cases.ts";
import type { DeliveryStoreCase } from "./kit/store-case.ts";

/** The contract of `DeliveryStore` as test cases. Run each with its own store. Imports no test runner. */
export const deliveryStoreCases: readonly DeliveryStoreCase[] = [
  ...endpointCases,
  ...holdCases,
  ...enqueueCases,
  ...publishCases,
  ...boundCases,
  ...claimCases,
  ...handOverCases,
  ...leaseCases,
  ...recordCases,
  ...healthCases,
  ...orderingCases,
  ...operationCases,
  ...recoveryCases,
  ...retentionCases,
  ...pollCases,
];
