import { describe, expect, it } from "vitest";
import {
  exampleEvents,
  exampleFetchEvent,
  exampleFetchRequests,
} from "../fixtures/example-events.fixture.ts";
import { parseEvent } from "./parse-event.ts";
import { runtimeEventTypes } from "./runtime-event.ts";

describe("parseEvent", () => {
  it.each([
    ...runtimeEventTypes.map((type) => exampleEvents[type]),
    exampleFetchEvent,
    ...Object.values(exampleFetchRequests),
  ])("recognizes $type", (event) => {
    expect(parseEvent(event)).toEqual({ known: true, event });
  });

  it.each(["space_renamed", "constructor", "__proto__"])("returns %s as an unknown event", (type) => {
    const event = { type, eventId: "evt_1", installationId: "ins_1", anything: { at: "all" } };
    expect(parseEvent(event)).toEqual({ known: false, event });
  });

  it.each([
    ["no object", "text", ""],
    ["no type", { eventId: "evt_1", installationId: "ins_1" }, "type"],
    ["an empty event id", { type: "task", eventId: "", installationId: "ins_1" }, "eventId"],
    ["an unknown event without an installation", { type: "new", eventId: "evt_1" }, "installationId"],
    [
      "a known event with a wrong field",
      { ...exampleEvents.page_feedback, feedback: { rating: 5, comment: "" } },
      "feedback.rating",
    ],
  ])("rejects %s with its path", (_what, value, path) => {
    expect(() => parseEvent(value)).toThrow(
      expect.objectContaining({ name: "EventError", code: "invalid_event", path }),
    );
  });
});
