import { expect, it } from "vitest";
import { toggleEventType } from "./toggle-event-type.ts";

const listed = ["site_view", "page_feedback"];

it.each([
  [["page_feedback"], "site_view", ["site_view", "page_feedback"]],
  [["page_feedback", "site_view"], "site_view", ["page_feedback"]],
  [["retired", "a.*", "page_feedback"], "site_view", ["site_view", "page_feedback", "a.*", "retired"]],
  [["site_view", "retired"], "retired", ["site_view"]],
])("toggles a type and keeps all others: %j, %s", (selected, type, expected) => {
  expect(toggleEventType(selected, type, listed)).toEqual(expected);
});

it("keeps every type while the list is loading", () => {
  expect(toggleEventType(["page_feedback", "issue_opened"], "a.b", [])).toEqual([
    "a.b",
    "issue_opened",
    "page_feedback",
  ]);
});
