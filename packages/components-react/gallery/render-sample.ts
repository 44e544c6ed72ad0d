import type { Environment, UiRenderResponse } from "@plugboard/api";
import type { ComponentEvent } from "../src/index.ts";
import type { Sample } from "./samples/sample.ts";

const environment: Environment = {
  apiEndpoint: "https://api.example.com",
  apiTokens: { integration: "none" },
  integration: {
    name: "gallery",
    title: "Gallery",
    version: 1,
    urls: { publicEndpoint: "https://gallery.example.com/v1" },
  },
  secrets: {},
};

/** Handles an event like the platform, with components that run in the page. */
export async function renderSample(
  samples: readonly Sample[],
  event: ComponentEvent,
): Promise<UiRenderResponse> {
  const sample = samples.find(({ component }) => component.componentId === event.componentId);
  if (sample === undefined) throw new Error(`Unknown component ${event.componentId}.`);
  const ids = { type: "ui_render", eventId: "gallery", installationId: "gallery" } as const;
  if (event.action?.action === "fail") throw new Error("The integration did not respond in time.");
  return sample.component.render({ ...event, ...ids }, { environment });
}
