import { describe, expect, it } from "vitest";
import { nextStatus, type StatusChange } from "./next-status.ts";

const complete: StatusChange = { type: "configured", complete: true };
const incomplete: StatusChange = { type: "configured", complete: false };
const pause: StatusChange = { type: "pause" };
const resume: StatusChange = { type: "resume" };

describe("nextStatus", () => {
  it.each([
    ["pending", complete, "active"],
    ["pending", incomplete, "pending"],
    ["pending", pause, undefined],
    ["pending", resume, undefined],
    ["active", complete, "active"],
    ["active", incomplete, "active"],
    ["active", pause, "paused"],
    ["active", resume, undefined],
    ["paused", complete, "paused"],
    ["paused", incomplete, "paused"],
    ["paused", pause, undefined],
    ["paused", resume, "active"],
  ] as const)("moves %s after %j to %s", (status, change, expected) => {
    expect(nextStatus(status, change)).toBe(expected);
  });
});
