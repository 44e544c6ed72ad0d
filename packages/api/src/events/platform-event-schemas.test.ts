import { describe, expect, it } from "vitest";
import { describeEventSchemas } from "../fixtures/describe-event-schemas.fixture.ts";
import {
  exampleEvents,
  exampleFetchEvent,
  exampleFetchRequests,
} from "../fixtures/example-events.fixture.ts";
import { platformEventTypes } from "./platform-event.ts";
import { fetchEventSchema, platformEventSchemas, platformRequestSchemas } from "./platform-event-schemas.ts";

describe("platformEventSchemas", () => {
  it("has a schema for each type", () => {
    expect(Object.keys(platformEventSchemas).toSorted()).toEqual(platformEventTypes.toSorted());
  });

  describeEventSchemas({
    schemas: { ...platformEventSchemas, ...platformRequestSchemas, fetch: fetchEventSchema },
    examples: [...Object.values(exampleEvents), exampleFetchEvent, ...Object.values(exampleFetchRequests)],
    optional: [
      "installation_setup.previous",
      "installation_setup.previous.status",
      "installation_setup.previous.configuration",
      "ui_render.action",
      "ui_render.state",
      "ui_render.context.projectId",
      "task.task.payload",
      "fetch.installationId",
    ],
    untyped: ["task.task.payload"],
    open: /^(?:props|state|action|(?:task\.)?payload|previous\.configuration)\./,
  });

  it("checks the IDs of a task's resources", () => {
    const { task } = exampleEvents;
    expect(platformEventSchemas.task.parse({ ...task, projectId: "prj_1" })).toEqual({
      ...task,
      projectId: "prj_1",
    });
    expect(platformEventSchemas.task.safeParse({ ...task, projectId: 1 }).success).toBe(false);
  });
});
