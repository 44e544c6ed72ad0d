import { describe, expect, it } from "vitest";
import {
  exampleEvents,
  exampleFetchEvent,
  exampleFetchRequests,
} from "../fixtures/example-events.fixture.ts";
import { fieldPaths, withField } from "../fixtures/field-paths.fixture.ts";
import { runtimeEventTypes } from "./runtime-event.ts";
import { fetchEventSchema, runtimeEventSchemas, fetchRequestSchemas } from "./runtime-event-schemas.ts";

// The optional fields of events. All other fields of the examples are required.
const optionalFields = new Set([
  "previous",
  "previous.status",
  "previous.configuration",
  "commitId",
  "action",
  "state",
  "task.payload",
  "context.spaceId",
  "context.siteId",
  "context.pageId",
]);
// `state` is optional in `ui_render` and required in `space_gitsync_completed`; `pageId` is optional in `space_view`, `installationId` in `fetch`, and nowhere else.
const requiredAfterAll = new Set(["space_gitsync_completed.state", "fetch_visitor_authentication.action"]);
const optionalAfterAll = new Set(["space_view.pageId", "fetch.installationId"]);
// Fields whose content is defined by the integration or the user.
const isOpen = (path: string) =>
  /^(?:props|state|action|(?:task\.)?payload|previous\.configuration|visitor\.cookies)\./.test(path);

const examples = [
  ...runtimeEventTypes.map((type) => exampleEvents[type]),
  exampleFetchEvent,
  ...Object.values(exampleFetchRequests),
];
const schemas = { ...runtimeEventSchemas, ...fetchRequestSchemas, fetch: fetchEventSchema };

const fields = examples.flatMap((event) =>
  fieldPaths(event)
    .filter((path) => !isOpen(path))
    .map((path) => ({ type: event.type, path, event })),
);

function isOptional(type: string, path: string): boolean {
  const field = `${type}.${path}`;
  return optionalAfterAll.has(field) || (optionalFields.has(path) && !requiredAfterAll.has(field));
}

describe("runtimeEventSchemas", () => {
  it("has a schema and an example for every event", () => {
    expect(Object.keys(runtimeEventSchemas).sort()).toEqual([...runtimeEventTypes].sort());
    expect([...runtimeEventTypes].sort()).toEqual(
      [
        "installation_setup",
        "space_installation_setup",
        "space_view",
        "ui_render",
        "space_content_updated",
        "space_visibility_updated",
        "space_gitsync_started",
        "space_gitsync_completed",
        "site_view",
        "page_feedback",
        "installation_deleted",
        "space_installation_deleted",
        "site_installation_setup",
        "site_installation_deleted",
        "task",
        "schedule",
      ].sort(),
    );
  });

  it.each(examples)("accepts $type unchanged, including unknown fields", (event) => {
    const newer = { ...event, addedLater: { deep: [1] } };
    expect(schemas[event.type].parse(newer)).toEqual(newer);
  });

  it.each(fields)("$type requires $path unless it is optional", ({ type, path, event }) => {
    const result = schemas[type].safeParse(withField(event, path, undefined));
    expect(result.success).toBe(isOptional(type, path));
  });

  it.each(fields.filter(({ path }) => path !== "task.payload"))(
    "$type rejects $path of another type",
    ({ type, path, event }) => {
      const result = schemas[type].safeParse(withField(event, path, 17));
      expect(result.error?.issues[0]?.path.join(".")).toBe(path);
    },
  );
});
