import { expect, test } from "vitest";
import { nextRecoveryStep } from "./recovery-step.ts";

test.for([
  [0.5, { batch: 1, nextAt: 3_000 }],
  [1, { batch: 1, nextAt: 2_000 }],
  [2.5, { batch: 2, nextAt: 1_800 }],
  [100, { batch: 100, nextAt: 2_000 }],
  [1_000, { batch: 200, nextAt: 1_200 }],
] as const)("%d per second", ([perSecond, step]) => {
  expect(nextRecoveryStep(perSecond, 1_000)).toEqual(step);
});
