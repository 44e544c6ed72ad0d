import { describe, expect, it } from "vitest";
import { dedupeStoreContract } from "../testing.ts";
import { createMemoryDedupeStore } from "./memory-dedupe-store.ts";

describe("the memory store", () => {
  it.each(dedupeStoreContract(createMemoryDedupeStore))("$name", ({ run }) =>
    expect(run()).resolves.toBeUndefined(),
  );

  it("remembers for two minutes by default", async () => {
    let time = 0;
    const store = createMemoryDedupeStore({ now: () => time });
    await store.claim("evt_1", "a");
    await store.commit("evt_1", "a");
    time = 119_999;
    expect(await store.claim("evt_1", "b")).toBe("committed");
    time = 120_000;
    expect(await store.claim("evt_1", "b")).toBe("claimed");
  });

  it("forgets the oldest event when it is full", async () => {
    const store = createMemoryDedupeStore({ maxEvents: 2 });
    for (const eventId of ["evt_1", "evt_2", "evt_3"]) {
      await store.claim(eventId, "a");
      await store.commit(eventId, "a");
    }
    expect(await store.claim("evt_2", "b")).toBe("committed");
    expect(await store.claim("evt_3", "b")).toBe("committed");
    expect(await store.claim("evt_1", "b")).toBe("claimed");
  });

  it("evicts unsettled claims if there are too many, but only expired ones", async () => {
    let time = 0;
    const store = createMemoryDedupeStore({ maxEvents: 2, leaseSeconds: 1, now: () => time });
    for (const eventId of ["evt_1", "evt_2"]) await store.claim(eventId, "a");
    time = 1000;
    for (const eventId of ["evt_3", "evt_4", "evt_5"]) await store.claim(eventId, "a");
    for (const eventId of ["evt_1", "evt_3"]) await store.commit(eventId, "a");
    expect(await store.claim("evt_1", "b")).toBe("claimed");
    expect(await store.claim("evt_3", "b")).toBe("committed");
    expect(await store.claim("evt_4", "b")).toBe("in_progress");
  });
});
