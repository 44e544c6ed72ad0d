import type { UiRenderAnswer } from "@plugboard/api";
import type { ComponentEvent } from "../src/index.ts";
import type { Sample } from "./samples/sample.ts";

/** Answers an event as an integration would. */
export function answerSample(samples: readonly Sample[], event: ComponentEvent): UiRenderAnswer {
  const sample = samples.find(({ componentId }) => componentId === event.componentId);
  if (sample === undefined) throw new Error(`There is no component ${event.componentId}.`);
  const { props, action } = event;
  const before = event.state ?? sample.state;
  const state = action === undefined ? before : (sample.act?.(before, action) ?? before);
  return { type: "element", state, props, element: { ...sample.render(state, props) } };
}
