import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  exampleEvents,
  exampleFetchEvent,
  exampleFetchRequests,
} from "../fixtures/example-events.fixture.ts";
import { parseEvent } from "./parse-event.ts";

describe("parseEvent", () => {
  it.each([...Object.values(exampleEvents), exampleFetchEvent, ...Object.values(exampleFetchRequests)])(
    "recognizes $type",
    (event) => {
      expect(parseEvent(event)).toEqual({ known: true, event });
    },
  );

  it.each(["issue_opened", "constructor", "__proto__"])("returns %s as an unknown event", (type) => {
    const event = { type, eventId: "evt_1", installationId: "ins_1", anything: { at: "all" } };
    expect(parseEvent(event)).toEqual({ known: false, event });
  });

  it("recognizes the events of a product by their schemas", () => {
    const schemas = { issue_opened: z.looseObject({ type: z.literal("issue_opened"), title: z.string() }) };
    const event = { type: "issue_opened", eventId: "evt_1", installationId: "ins_1", title: "Broken" };
    expect(parseEvent(event, schemas)).toEqual({ known: true, event });
    expect(() => parseEvent({ ...event, title: 1 }, schemas)).toThrow(
      expect.objectContaining({ code: "invalid_event", path: "title" }),
    );
  });

  it.each([
    ["no object", "text", ""],
    ["no type", { eventId: "evt_1", installationId: "ins_1" }, "type"],
    ["an empty event id", { type: "task", eventId: "", installationId: "ins_1" }, "eventId"],
    ["an unknown event without an installation", { type: "new", eventId: "evt_1" }, "installationId"],
    [
      "a known event with a wrong field",
      { ...exampleEvents.schedule, schedule: { id: 5, scheduledFor: "2026-01-15T09:00:00.000Z" } },
      "schedule.id",
    ],
  ])("rejects %s with its path", (_what, value, path) => {
    expect(() => parseEvent(value)).toThrow(
      expect.objectContaining({ name: "EventError", code: "invalid_event", path }),
    );
  });

  it("names the alternatives of a value", () => {
    const schemas = {
      issue_opened: z.looseObject({
        type: z.literal("issue_opened"),
        owner: z.union([z.string(), z.object({ id: z.string() })]),
      }),
    };
    const event = { type: "issue_opened", eventId: "evt_1", installationId: "ins_1" };
    const reasonFor = (owner: unknown) => {
      try {
        return parseEvent({ ...event, owner }, schemas);
      } catch (error) {
        return String(error);
      }
    };
    expect(reasonFor(5)).toMatch(/at owner: .*expected string.*, or .*expected object/);
    expect(reasonFor({ id: 5 })).toMatch(/at owner: .*expected string.*, or id: .*expected string/);
  });
});
