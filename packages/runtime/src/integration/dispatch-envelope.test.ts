import { describe, expect, it } from "vitest";
import type { UiRenderEvent } from "@plugboard/api";
import { createComponent } from "@plugboard/components";
import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { call } from "../../test/fixtures/call.fixture.ts";
import {
  contentUpdated,
  fetchEvent,
  pageFeedback,
  task,
  uiRender,
} from "../../test/fixtures/example-events.fixture.ts";
import { eventRequest } from "../../test/fixtures/signed-request.fixture.ts";

function refusal(status: number, message: RegExp): object {
  return { status, body: expect.stringMatching(message) };
}

describe("an event", () => {
  it("reaches its handler with its context", async () => {
    const seen: unknown[] = [];
    const result = await call(
      {
        events: {
          page_feedback: (event, { environment, eventId }) => seen.push([event, environment, eventId]),
        },
      },
      eventRequest(pageFeedback),
    );
    expect(result).toMatchObject({ status: 200, body: '{"received":true}' });
    expect(seen).toEqual([[pageFeedback, exampleEnvironment, "evt_1"]]);
  });

  it("runs a list of handlers in order and stops at the first failure", async () => {
    const steps: string[] = [];
    const handlers = [
      async () => {
        await Promise.resolve();
        steps.push("first");
      },
      () => {
        steps.push("second");
        throw new Error("broken");
      },
      () => steps.push("third"),
    ];
    const result = await call({ events: { space_content_updated: handlers } }, eventRequest(contentUpdated));
    expect([result.status, steps]).toEqual([500, ["first", "second"]]);
  });

  it.each([
    ["without a handler", contentUpdated],
    ["of an unknown type", { ...contentUpdated, type: "space_renamed" }],
    ["named like a property of every object", { ...contentUpdated, type: "constructor" }],
    ["named like the prototype", { ...contentUpdated, type: "__proto__" }],
    ["that is a task without a task handler", task],
    ["that is a request without a fetch handler", fetchEvent()],
  ])("%s gets 406", async (_which, event) => {
    const result = await call({ events: { page_feedback: () => undefined } }, eventRequest(event));
    expect(result).toMatchObject(refusal(406, /does not handle/));
  });

  it("runs the task handler for a task", async () => {
    const seen: unknown[] = [];
    const result = await call({ task: (event) => seen.push(event.task) }, eventRequest(task));
    expect([result.status, seen]).toEqual([200, [{ type: "sync", payload: { page: 2 } }]]);
  });
});

describe("a component", () => {
  const counter = createComponent({
    componentId: "counter",
    initialState: () => ({ count: 0 }),
    action: ({ state }, { action }) => (action === "add" ? { state: { count: state.count + 1 } } : {}),
    render: ({ state, setCache }) => {
      if (state.count === 0) setCache({ maxAge: 60 });
      return {
        type: "block",
        children: [{ type: "button", label: `${state.count}`, onPress: { action: "add" } }],
      };
    },
  });

  it("renders, and sets its cache lifetime", async () => {
    const result = await call({ components: [counter] }, eventRequest(uiRender));
    expect(result.headers.get("cache-control")).toBe("max-age=60");
    expect(JSON.parse(result.body)).toEqual({
      type: "element",
      state: { count: 0 },
      props: {},
      element: { type: "block", children: [{ type: "button", label: "0", onPress: { action: "add" } }] },
    });
  });

  it("performs an action", async () => {
    const event = { ...uiRender, state: { count: 4 }, action: { action: "add" } };
    const result = await call({ components: [counter] }, eventRequest(event));
    expect(result.headers.get("cache-control")).toBeNull();
    expect(JSON.parse(result.body)).toMatchObject({ type: "element", state: { count: 5 } });
  });

  it("with an unknown ID returns 404, after the ui_render handlers have run", async () => {
    const seen: string[] = [];
    const definition = { components: [counter], events: { ui_render: () => void seen.push("rendered") } };
    const event: UiRenderEvent = { ...uiRender, componentId: "other" };
    expect(await call(definition, eventRequest(event))).toMatchObject(
      refusal(404, /Unknown component .*other/),
    );
    expect(seen).toEqual(["rendered"]);
  });
});
