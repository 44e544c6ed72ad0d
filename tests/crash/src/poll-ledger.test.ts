import { expect, test } from "vitest";
import { createPollLedger } from "./poll-ledger.ts";

test("accepts consumers that see the same events in order, without acknowledged ones", () => {
  const ledger = createPollLedger();
  ledger.note({ eventIds: ["a", "b"], acknowledged: 0 });
  ledger.note({ eventIds: ["a"], acknowledged: 0 });
  ledger.note({ after: "b", eventIds: ["c", "d"], acknowledged: 0 });
  const confirm = ledger.noteAcknowledgement("c");
  ledger.note({ after: "a", eventIds: ["b", "c", "d"], acknowledged: ledger.acknowledged() });
  confirm();
  ledger.note({ after: "a", eventIds: ["d", "e"], acknowledged: ledger.acknowledged() });
  expect([ledger.order.join(""), ledger.problems]).toEqual(["abcde", []]);
});

test.for([
  ["that goes back", { after: "c", eventIds: ["b"], acknowledged: 0 }, "b came again, after c"],
  ["out of order", { eventIds: ["b", "a"], acknowledged: 0 }, "a came again, after b"],
  ["that skips", { after: "a", eventIds: ["c"], acknowledged: 0 }, "b was skipped before c"],
  ["that skips events", { after: "a", eventIds: ["d"], acknowledged: 0 }, "c was skipped before d"],
  ["of acknowledged events", { eventIds: ["a"], acknowledged: 1 }, "a came although it was acknowledged"],
] as const)("reports a poll %s", ([, poll, problem]) => {
  const ledger = createPollLedger();
  ledger.note({ eventIds: ["a", "b", "c"], acknowledged: 0 });
  ledger.note(poll);
  expect(ledger.problems).toContain(problem);
});
