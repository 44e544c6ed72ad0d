import { describe, expect, it } from "vitest";
import { exampleEvents } from "./fixtures/example-events.fixture.ts";
import { uiRenderAnswerSchema, uiRenderEventSchema } from "./ui-render-schemas.ts";

const element = { type: "element", state: {}, props: { id: 1 }, element: { type: "block", children: [] } };

describe("uiRenderAnswerSchema", () => {
  it.each([
    ["an element", element],
    ["a completion", { type: "complete", returnValue: { picked: "a" } }],
    ["a completion without a value", { type: "complete" }],
  ])("accepts %s", (_what, answer) => {
    expect(uiRenderAnswerSchema.parse(answer)).toEqual(answer);
  });

  it.each([
    ["another type", { ...element, type: "other" }],
    ["an element without state", { type: "element", props: {}, element: { type: "block" } }],
    ["markup that is no node", { ...element, element: "block" }],
    ["a return value that JSON cannot hold", { type: "complete", returnValue: { at: new Date(0) } }],
  ])("refuses %s", (_what, answer) => {
    expect(uiRenderAnswerSchema.safeParse(answer).success).toBe(false);
  });
});

describe("uiRenderEventSchema", () => {
  it("keeps what an action carries", () => {
    const event = { ...exampleEvents.ui_render, action: { action: "pick", option: { id: "a" } } };
    expect(uiRenderEventSchema.parse(event)).toEqual(event);
  });

  it.each(["document", "configuration_account", "configuration_space", "configuration_site"])(
    "accepts the place %s",
    (type) => {
      const event = { ...exampleEvents.ui_render, context: { type, theme: "dark" } };
      expect(uiRenderEventSchema.parse(event)).toEqual(event);
    },
  );
});
