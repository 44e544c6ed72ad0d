import { describe, expect, it } from "vitest";
import { createFairAdmission } from "./fair-admission.ts";

const limits = { maxInFlight: 6, maxOfCaller: 2, maxWaitingOfCaller: 20, othersForMilliseconds: 1000 };

function set(given: Partial<typeof limits> = {}) {
  const clock = { now: 0 };
  const admission = createFairAdmission({ ...limits, ...given }, () => clock.now);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Asks for a turn, which lasts until it is ended. */
  const ask = (caller: string, name: string): Promise<void> =>
    admission.run(caller, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const askFor = (caller: string, names: readonly string[]): void => {
    for (const name of names) void ask(caller, name);
  };
  const turnsTaken = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turnsTaken();
  };
  return { clock, admission, begun, ask, askFor, end };
}

describe("fair admission", () => {
  it("gives a caller that is alone all there is", async () => {
    const { begun, askFor, end } = set();
    askFor("one", ["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(begun).toEqual(["1", "2", "3", "4", "5", "6"]);
    await end("3");
    expect(begun.at(-1)).toBe("7");
  });

  it("gives one caller only its share beside another, whose turn comes at once", async () => {
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

  it("gives a caller all again once the others have been quiet for a while", async () => {
    const { clock, begun, askFor, end } = set();
    askFor("other", ["a"]);
    await end("a");
    askFor("flood", ["1", "2", "3", "4", "5", "6", "7"]);
    clock.now = 1001;
    await end("1");
    expect(begun).toEqual(["a", "1", "2", "3", "4", "5", "6", "7"]);
  });

  it("lets callers that wait take turns, however much each asks for", async () => {
    const { begun, askFor, end } = set({ maxInFlight: 2 });
    askFor("flood", ["1", "2", "3", "4", "5", "6"]);
    askFor("one", ["a", "b"]);
    askFor("two", ["x"]);
    for (const name of ["1", "2", "3", "a", "x", "4", "b"]) await end(name);
    expect(begun).toEqual(["1", "2", "3", "a", "x", "4", "b", "5", "6"]);
  });

  it("gives the turn back of what fails", async () => {
    const { admission } = set({ maxInFlight: 1 });
    const fail = async (): Promise<never> => {
      throw new Error("failed");
    };
    await expect(admission.run("one", fail)).rejects.toThrow("failed");
    expect(await admission.run("two", async () => "done")).toBe("done");
  });

  it("refuses a caller of whom too much waits, and no other", async () => {
    const { begun, ask, askFor } = set({ maxInFlight: 1, maxWaitingOfCaller: 2 });
    askFor("flood", ["1", "2", "3"]);
    await expect(ask("flood", "4")).rejects.toMatchObject({ code: "unavailable" });
    askFor("other", ["a"]);
    expect(begun).toEqual(["1"]);
  });
});
