import { describe, expect, it } from "vitest";
import { describeEventSchemas } from "../../../api/src/fixtures/describe-event-schemas.fixture.ts";
import { exampleContentEvents, exampleContentRequests } from "../fixtures/example-content-events.fixture.ts";
import { contentContract } from "../product/contract.ts";
import { contentEventSchemas, contentRequestSchemas } from "./content-event-schemas.ts";

describe("contentEventSchemas", () => {
  describeEventSchemas({
    schemas: { ...contentEventSchemas, ...contentRequestSchemas },
    examples: [...Object.values(exampleContentEvents), ...Object.values(exampleContentRequests)],
    optional: ["space_view.pageId", "space_gitsync_started.commitId", "space_gitsync_completed.commitId"],
    open: /^visitor\.cookies\./,
  });

  it("has the required scope of every event", () => {
    const scopes = Object.entries(contentContract.events).map(([type, { scope }]) => [type, scope]);
    expect(Object.fromEntries(scopes)).toEqual({
      space_content_updated: "space:content:read",
      space_view: "space:metadata:read",
      space_visibility_updated: "space:metadata:read",
      space_gitsync_started: "space:git:sync",
      space_gitsync_completed: "space:git:sync",
      site_view: "site:views:read",
      page_feedback: "site:views:read",
    });
  });
});
