import { expect, it } from "vitest";
import { eventIdFor, toReceivedEvent } from "./received-event.ts";

it.each([
  ["an event for all installations", { id: "evt_1" }, "ins_A", "evt_1_A"],
  ["a stored event for all installations", { id: "evt_1", installationId: null }, "ins_B", "evt_1_B"],
  ["an event for this installation", { id: "evt_1", installationId: "ins_A" }, "ins_A", "evt_1"],
])("derives the id of %s", (_case, event, installation, expected) => {
  expect(eventIdFor(event, installation)).toBe(expected);
  expect(eventIdFor(event, installation)).toBe(expected);
});

it("has the id, type and installation of its row, whatever its fields are", () => {
  const payload = JSON.stringify({
    eventId: "evt_2",
    type: "task",
    installationId: "ins_B",
    issueId: "iss_1",
  });
  const row = { id: "evt_1", type: "issue.opened", installation_id: null, payload } as const;
  expect(toReceivedEvent(row, "ins_A")).toEqual({
    eventId: "evt_1_A",
    type: "issue.opened",
    installationId: "ins_A",
    issueId: "iss_1",
  });
});
