import type { JsonObject, UiAction, UiContext, UiRenderResponse } from "@plugboard/api";
import { componentReferencesOf } from "@plugboard/manifest";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { RenderComponent } from "../dispatch/render-component.ts";
import { findActiveTool } from "./find-active-tool.ts";

/** A request to show the component of a tool. */
export interface ToolComponentRequest {
  readonly installationId: string;
  readonly toolId: string;
  /** The tool's component, or one that it opened in a modal. Defaults to the tool's component. */
  readonly componentId?: string;
  readonly props: JsonObject;
  readonly state?: JsonObject;
  readonly action?: UiAction;
  readonly theme: UiContext["theme"];
}

/**
 * Renders the component that shows the result of a tool. A modal can show any component of the integration that
 * its manifest doesn't use elsewhere.
 *
 * @throws PlatformError `not_found`, `forbidden` if the installation isn't active, `integration_failed`,
 * `integration_unreachable`
 */
export async function renderToolComponent(
  context: PlatformContext,
  render: RenderComponent,
  { toolId, componentId, theme, ...request }: ToolComponentRequest,
): Promise<UiRenderResponse> {
  const { integration, tool } = await findActiveTool(context, request.installationId, toolId);
  const { name, manifest } = integration;
  if (tool.component === undefined)
    throw new PlatformError("not_found", `${toolId} of ${name} has no component.`);
  const shown = componentId ?? tool.component;
  const isUsedElsewhere = componentReferencesOf(manifest).some((other) => other.componentId === shown);
  if (shown !== tool.component && isUsedElsewhere)
    throw new PlatformError("not_found", `${toolId} of ${name} has no component ${shown}.`);
  return await render({ ...request, componentId: shown, context: { type: "document", theme } });
}
