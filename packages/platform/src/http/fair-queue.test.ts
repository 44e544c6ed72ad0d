import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const limits = { maxInFlight: 6, maxOfCaller: 2, maxWaitingOfCaller: 20, othersForMilliseconds: 1000 };

function set(changes: Partial<typeof limits> = {}) {
  const clock = { now: 0 };
  const queue = createFairQueue({ ...limits, ...changes }, () => clock.now);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Takes a slot until `end` is called. */
  const ask = (caller: string, name: string): Promise<void> =>
    queue.run(caller, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const askFor = (caller: string, names: readonly string[]): void => {
    for (const name of names) void ask(caller, name);
  };
  const slotsTaken = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await slotsTaken();
  };
  return { clock, queue, begun, ask, askFor, end };
}

describe("fair queue", () => {
  it("gives a single caller all slots", async () => {
    const { begun, askFor, end } = set();
    askFor("one", ["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(begun).toEqual(["1", "2", "3", "4", "5", "6"]);
    await end("3");
    expect(begun.at(-1)).toBe("7");
  });

  it("limits a caller to its share while there is another, which starts immediately", async () => {
    const { begun, askFor, end } = set();
    askFor("other", ["quiet"]);
    await end("quiet");
    askFor("flood", ["1", "2", "3", "4", "5"]);
    askFor("other", ["a"]);
    expect(begun).toEqual(["quiet", "1", "2", "a"]);
    await end("2");
    await end("1");
    expect(begun).toEqual(["quiet", "1", "2", "a", "3", "4"]);
  });

  it("gives a caller all slots again after the others have been quiet for a while", async () => {
    const { clock, begun, askFor, end } = set();
    askFor("other", ["a"]);
    await end("a");
    askFor("flood", ["1", "2", "3", "4", "5", "6", "7"]);
    clock.now = 1001;
    await end("1");
    expect(begun).toEqual(["a", "1", "2", "3", "4", "5", "6", "7"]);
  });

  it("alternates between waiting callers, however much each requests", async () => {
    const { begun, askFor, end } = set({ maxInFlight: 2 });
    askFor("flood", ["1", "2", "3", "4", "5", "6"]);
    askFor("one", ["a", "b"]);
    askFor("two", ["x"]);
    for (const name of ["1", "2", "3", "a", "x", "4", "b"]) await end(name);
    expect(begun).toEqual(["1", "2", "3", "a", "x", "4", "b", "5", "6"]);
  });

  it("frees the slot of failed work", async () => {
    const { queue } = set({ maxInFlight: 1 });
    const fail = async (): Promise<never> => {
      throw new Error("failed");
    };
    await expect(queue.run("one", fail)).rejects.toThrow("failed");
    expect(await queue.run("two", async () => "done")).toBe("done");
  });

  it("rejects only the caller with too many queued requests", async () => {
    const { begun, ask, askFor } = set({ maxInFlight: 1, maxWaitingOfCaller: 2 });
    askFor("flood", ["1", "2", "3"]);
    await expect(ask("flood", "4")).rejects.toMatchObject({ code: "unavailable" });
    askFor("other", ["a"]);
    expect(begun).toEqual(["1"]);
  });
});
