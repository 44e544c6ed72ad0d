import { expect, it } from "vitest";
import { eventIdFor } from "./received-event.ts";

it.each([
  ["an event for all installations", { id: "evt_1" }, "ins_A", "evt_1_A"],
  ["a stored event for all installations", { id: "evt_1", installationId: null }, "ins_B", "evt_1_B"],
  ["an event for this installation", { id: "evt_1", installationId: "ins_A" }, "ins_A", "evt_1"],
])("derives the id of %s", (_case, event, installation, expected) => {
  expect(eventIdFor(event, installation)).toBe(expected);
  expect(eventIdFor(event, installation)).toBe(expected);
});
