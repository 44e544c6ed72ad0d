import { describe, expect, it } from "vitest";
import { createJsonLog, createLog } from "./log.ts";

function written(fields: Readonly<Record<string, unknown>>): unknown {
  const lines: string[] = [];
  const event = { eventId: "evt_1", type: "task", installationId: "ins_1" };
  createLog(
    createJsonLog((line) => lines.push(line)),
    () => 0,
    event,
  ).warn("careful", fields);
  return lines.map((line): unknown => JSON.parse(line));
}

describe("createJsonLog", () => {
  const line = { time: "1970-01-01T00:00:00.000Z", level: "warn", message: "careful" };
  const event = { eventId: "evt_1", type: "task", installationId: "ins_1" };

  it("writes a line with the event and the fields", () => {
    expect(written({ pages: 2 })).toEqual([{ ...line, ...event, pages: 2 }]);
  });

  it("writes errors with stack and cause", () => {
    const error = new Error("outer", { cause: new TypeError("inner") });
    expect(written({ error })).toMatchObject([
      {
        error: {
          name: "Error",
          message: "outer",
          stack: expect.stringContaining("log.test.ts"),
          cause: { name: "TypeError", message: "inner" },
        },
      },
    ]);
  });

  it("writes as much as possible of fields that JSON cannot represent", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(written({ circle, size: 1n })).toEqual([{ ...line, ...event, unwritable: ["circle", "size"] }]);
  });
});
