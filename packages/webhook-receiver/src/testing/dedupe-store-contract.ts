import {
  type ClaimOutcome,
  type DedupeStore,
  type DedupeStoreOptions,
  maxDedupeKeyLength,
} from "../dedupe/dedupe-store.ts";

/** A requirement for stores. `run` rejects if the store violates it. */
export interface DedupeStoreCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Creates an empty store with the given options. */
export type CreateDedupeStore = (options: Required<DedupeStoreOptions>) => DedupeStore | Promise<DedupeStore>;

type Steps = (store: DedupeStore, time: { milliseconds: number }) => Promise<void>;

const leaseSeconds = 10;
const retentionSeconds = 120;

// Three-byte characters in an incompressible order.
const maxKey = Array.from({ length: maxDedupeKeyLength }, (_, index) =>
  String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
).join("");

const cases: Readonly<Record<string, Steps>> = {
  "grants an event to its first claim": async (store) => {
    await expectOutcome(store, "evt_1", "a", "claimed");
    await expectOutcome(store, "evt_2", "b", "claimed");
  },

  "reports to a second claim that the event is in progress": async (store) => {
    await expectOutcome(store, "evt_1", "a", "claimed");
    await expectOutcome(store, "evt_1", "b", "in_progress");
  },

  "grants an event to exactly one of many concurrent claims": async (store) => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.claim("evt_1", `${index}`)),
    );
    const claimed = outcomes.filter((outcome) => outcome === "claimed").length;
    expectEqual(claimed, 1, "claims that got the event");
  },

  "remembers a committed event": async (store) => {
    await store.claim("evt_1", "a");
    await store.commit("evt_1", "a");
    await expectOutcome(store, "evt_1", "b", "committed");
  },

  "forgets a committed event after its retention": async (store, time) => {
    await store.claim("evt_1", "a");
    await store.commit("evt_1", "a");
    time.milliseconds += retentionSeconds * 1000 - 1;
    await expectOutcome(store, "evt_1", "b", "committed");
    time.milliseconds += 1;
    await expectOutcome(store, "evt_1", "b", "claimed");
  },

  "keeps other events when it deletes expired ones": async (store, time) => {
    await store.claim("evt_old", "a");
    await store.commit("evt_old", "a");
    time.milliseconds += (retentionSeconds * 1000) / 2;
    await store.claim("evt_new", "a");
    await store.commit("evt_new", "a");
    time.milliseconds += (retentionSeconds * 1000) / 2;
    await store.claim("evt_last", "a");
    await store.commit("evt_last", "a");
    await expectOutcome(store, "evt_new", "b", "committed");
    await expectOutcome(store, "evt_old", "b", "claimed");
  },

  "grants a released event to the next claim": async (store) => {
    await store.claim("evt_1", "a");
    await store.release("evt_1", "a");
    await expectOutcome(store, "evt_1", "b", "claimed");
  },

  "grants an event whose claim has expired to the next claim": async (store, time) => {
    await store.claim("evt_1", "a");
    time.milliseconds += leaseSeconds * 1000 - 1;
    await expectOutcome(store, "evt_1", "b", "in_progress");
    time.milliseconds += 1;
    await expectOutcome(store, "evt_1", "b", "claimed");
  },

  "ignores commit and release under another token": async (store, time) => {
    await store.claim("evt_1", "a");
    time.milliseconds += leaseSeconds * 1000;
    await store.claim("evt_1", "b");
    await store.commit("evt_1", "a");
    await expectOutcome(store, "evt_1", "c", "in_progress");
    await store.release("evt_1", "a");
    await expectOutcome(store, "evt_1", "c", "in_progress");
    await store.commit("evt_1", "b");
    await expectOutcome(store, "evt_1", "c", "committed");
  },

  "keeps a committed event when it is released late": async (store) => {
    await store.claim("evt_1", "a");
    await store.commit("evt_1", "a");
    await store.release("evt_1", "a");
    await expectOutcome(store, "evt_1", "b", "committed");
  },

  "accepts any text as a key, up to the maximum length": async (store) => {
    for (const key of ["'; DROP TABLE x; --", "é🌍", "__proto__", maxKey]) {
      await expectOutcome(store, key, "a", "claimed");
      await store.commit(key, "a");
      await expectOutcome(store, key, "b", "committed");
    }
  },
};

/**
 * Returns the cases that every de-duplication store must pass, for any test framework: `for (const { name,
 * run } of dedupeStoreContract(create)) it(name, run)`.
 *
 * @example
 * ```ts
 * import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
 * import { dedupeStoreContract } from "@plugboard/webhook-receiver/testing";
 * import { it } from "vitest";
 *
 * // In the place of the memory store, your own.
 * const cases = dedupeStoreContract(async (options) => createMemoryDedupeStore(options));
 * for (const { name, run } of cases) it(name, run);
 * ```
 */
export function dedupeStoreContract(create: CreateDedupeStore): readonly DedupeStoreCase[] {
  return Object.entries(cases).map(([name, steps]) => ({
    name,
    run: async () => {
      const time = { milliseconds: 1_700_000_000_000 };
      const store = await create({ leaseSeconds, retentionSeconds, now: () => time.milliseconds });
      await steps(store, time);
    },
  }));
}

async function expectOutcome(
  store: DedupeStore,
  key: string,
  token: string,
  expected: ClaimOutcome,
): Promise<void> {
  expectEqual(await store.claim(key, token), expected, `the claim of ${key} under token ${token}`);
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}
