import assert from "node:assert/strict";
import type { ContractCase } from "./contract-case.ts";
import type { ReplayGuard } from "./replay-guard.ts";

const now = 1_700_000_000_000;
const later = now + 600_000;

/** The requirements for every {@link ReplayGuard}. */
export const replayGuardContract: readonly ContractCase<ReplayGuard>[] = [
  {
    name: "accepts an ID once",
    run: async (guard) => {
      assert.equal(await guard.claim("a", later, now), true);
      assert.equal(await guard.claim("a", later, now), false);
      assert.equal(await guard.claim("b", later, now), true);
    },
  },
  {
    name: "accepts one of many concurrent claims",
    run: async (guard) => {
      const claims = await Promise.all(Array.from({ length: 20 }, () => guard.claim("a", later, now)));
      assert.equal(claims.filter(Boolean).length, 1);
    },
  },
  {
    name: "remembers an ID until it expires",
    run: async (guard) => {
      assert.equal(await guard.claim("a", later, now), true);
      assert.equal(await guard.claim("b", later + 1, now + 1), true);
      assert.equal(await guard.claim("a", later + 2, later - 1), false);
    },
  },
];
