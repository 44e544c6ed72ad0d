import type { UiRenderResponse, UiRenderEvent } from "@plugboard/api";
import type { DispatchTarget } from "./build-environment.ts";
import { createComponentCache } from "./component-cache.ts";
import { componentKey } from "./component-key.ts";
import type { IntegrationRunner } from "./integration-runner.ts";
import { renderComponent } from "./render-component.ts";

/** Renders a component. @throws PlatformError as `renderComponent` does */
export type ComponentRenderer = (target: DispatchTarget, event: UiRenderEvent) => Promise<UiRenderResponse>;

/** Creates what asks integrations to render, and shows again what they let the platform show again. */
export function createComponentRenderer(runner: IntegrationRunner, now: () => number): ComponentRenderer {
  const cache = createComponentCache(now);
  const act: ComponentRenderer = async (target, event) => {
    try {
      return (await renderComponent(runner, target, event)).answer;
    } finally {
      // Whatever came of it, an action may have changed what else is shown.
      cache.drop(event.installationId);
    }
  };
  return async (target, event) => {
    if (event.action !== undefined) return await act(target, event);
    const key = componentKey(target, event);
    const kept = cache.find(key);
    if (kept !== undefined) return kept;
    const asked = now();
    const rendered = await renderComponent(runner, target, event);
    cache.keep(key, event.installationId, rendered, asked);
    return rendered.answer;
  };
}
