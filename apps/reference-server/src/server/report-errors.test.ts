import { describe, expect, it } from "vitest";
import { createErrorReport } from "./report-errors.ts";

describe("createErrorReport", () => {
  it("logs an error once in ten seconds with the number of repetitions", () => {
    const clock = { now: 0 };
    const written: unknown[] = [];
    const report = createErrorReport(
      (fields) => written.push(fields),
      () => clock.now,
    );
    const [away, other] = [new Error("away"), new Error("other")];
    for (clock.now = 0; clock.now < 12_000; clock.now += 1000) report(away, { path: "/somewhere" });
    report(other);
    report("no error at all");
    clock.now = 60_000;
    report(away);
    expect(written).toEqual([
      { err: away, path: "/somewhere" },
      { err: away, path: "/somewhere", repeated: 9 },
      { err: other },
      { err: "no error at all" },
      { err: away, repeated: 1 },
    ]);
  });
});
