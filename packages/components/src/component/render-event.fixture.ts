import type { Environment, UiRenderEvent } from "@plugboard/api";
import type { ComponentContext } from "./component.ts";

/** Creates a `ui_render` event for the component `counter` in a document, overridden by `changes`. */
export function renderEvent(changes: Partial<UiRenderEvent> = {}): UiRenderEvent {
  return {
    type: "ui_render",
    eventId: "event-1",
    installationId: "installation-1",
    componentId: "counter",
    props: {},
    context: { type: "document", theme: "light" },
    ...changes,
  };
}

const environment: Environment = {
  apiEndpoint: "https://api.example.com",
  apiTokens: { integration: "token" },
  integration: {
    name: "sample",
    title: "Sample",
    version: 1,
    urls: { publicEndpoint: "https://sample.example.com/v1" },
  },
  secrets: { greeting: "Hello" },
};

/** The smallest context that a runtime passes to a component. */
export const context: ComponentContext = { environment };
