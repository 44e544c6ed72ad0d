import { describe, expect, it } from "vitest";
import { exampleEvents } from "../fixtures/example-events.fixture.ts";
import { uiRenderResponseSchema, uiRenderEventSchema } from "./ui-render-schemas.ts";

const element = { type: "element", state: {}, props: { id: 1 }, element: { type: "block", children: [] } };

/** JSON nested so deeply that a recursive function overflows the stack. */
const bottomless: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);

describe("uiRenderResponseSchema", () => {
  it.each([
    ["an element", element],
    ["a completion", { type: "complete", returnValue: { picked: "a" } }],
    ["a completion without a value", { type: "complete" }],
  ])("accepts %s", (_what, response) => {
    expect(uiRenderResponseSchema.parse(response)).toEqual(response);
  });

  it.each([
    ["another type", { ...element, type: "other" }],
    ["an element without state", { type: "element", props: {}, element: { type: "block" } }],
    ["markup that is not a node", { ...element, element: "block" }],
    ["an infinitely deep state", { ...element, state: { a: bottomless } }],
    ["infinitely deep markup", { ...element, element: { type: "block", children: [bottomless] } }],
    ["a number that JSON cannot represent", { ...element, state: { a: [Number.NaN] } }],
    ["a return value that JSON cannot represent", { type: "complete", returnValue: { at: new Date(0) } }],
  ])("rejects %s", (_what, response) => {
    expect(uiRenderResponseSchema.safeParse(response).success).toBe(false);
  });
});

describe("uiRenderEventSchema", () => {
  it("keeps an action's data", () => {
    const event = { ...exampleEvents.ui_render, action: { action: "pick", option: { id: "a" } } };
    expect(uiRenderEventSchema.parse(event)).toEqual(event);
  });

  it("rejects an endlessly nested action, and props that are a list", () => {
    const action = { action: "pick", option: bottomless };
    expect(uiRenderEventSchema.safeParse({ ...exampleEvents.ui_render, action }).success).toBe(false);
    expect(uiRenderEventSchema.safeParse({ ...exampleEvents.ui_render, props: [] }).success).toBe(false);
  });

  it.each(["document", "configuration_account", "configuration_project"])(
    "accepts the location %s",
    (type) => {
      const event = { ...exampleEvents.ui_render, context: { type, theme: "dark" } };
      expect(uiRenderEventSchema.parse(event)).toEqual(event);
    },
  );

  it("keeps the IDs of resources, which are strings, and a product's further fields", () => {
    const context = {
      type: "document",
      theme: "dark",
      projectId: "prj_1",
      reader: { claims: { plan: "pro" } },
    };
    const event = { ...exampleEvents.ui_render, context };
    expect(uiRenderEventSchema.parse(event)).toEqual(event);
    const wrong = { ...event, context: { ...context, projectId: 1 } };
    expect(uiRenderEventSchema.safeParse(wrong).error?.issues[0]?.path).toEqual(["context", "projectId"]);
    expect(uiRenderEventSchema.safeParse({ ...event, context: { ...context, type: "page" } }).success).toBe(
      false,
    );
  });
});
