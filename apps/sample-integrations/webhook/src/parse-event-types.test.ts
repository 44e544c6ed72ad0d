import { expect, it } from "vitest";
import { parseEventTypes } from "./parse-event-types.ts";

it.each([
  ["space_content_updated, site_view,page_feedback", ["space_content_updated", "site_view", "page_feedback"]],
  ["page_feedback", ["page_feedback"]],
  ["site_view site_view", ["site_view"]],
  ["page_views", []],
  ["", []],
])("reads %j as %j", (listed, expected) => {
  expect(parseEventTypes(listed)).toEqual(expected);
});
