import { expect, test } from "vitest";
import { summarizeClaim } from "./summarize-claim.ts";

test.for([
  ["nothing was due", { turns: [], complete: true }, { more: "none" }],
  [
    "all that was due was claimed",
    { turns: [{ admission: { room: 5 }, share: 5, claimed: 2 }], complete: true, nextDueAt: 70 },
    { more: "none", nextAt: 70 },
  ],
  [
    "the claim's own limit cut it short",
    { turns: [{ admission: { room: 5 }, share: 2, claimed: 2 }], complete: true },
    { more: "now" },
  ],
  [
    "the endpoint is at its limit now",
    { turns: [{ admission: { room: 2 }, share: 2, claimed: 2 }], complete: true },
    { more: "after-one-ends" },
  ],
  [
    "the endpoint was at its limit before",
    { turns: [{ admission: { room: 0, full: true }, share: 0, claimed: 0 }], complete: true },
    { more: "after-one-ends" },
  ],
  [
    "not every endpoint had its turn",
    { turns: [{ admission: { room: 2 }, share: 2, claimed: 1 }], complete: false },
    { more: "now" },
  ],
  [
    "a circuit or a rate is what it waits for",
    {
      turns: [
        { admission: { room: 0, retryAt: 90 }, share: 0, claimed: 0 },
        { admission: { room: 0, retryAt: 80 }, share: 0, claimed: 0 },
      ],
      complete: true,
      nextDueAt: 85,
    },
    { more: "none", nextAt: 80 },
  ],
] as const)("%s", ([, round, summary]) => {
  expect(summarizeClaim(round)).toEqual(summary);
});
