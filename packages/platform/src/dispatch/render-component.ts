import { createHash } from "node:crypto";
import type { UiRenderEvent, UiRenderResponse } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import { uiRenderResponseSchema } from "@plugboard/api/schemas";
import { createId } from "../common/create-id.ts";
import { readJson } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { namedResources } from "../resources/product-ref.ts";
import { callIntegration } from "./call-integration.ts";
import { createComponentCache, type RenderedComponent } from "./component-cache.ts";
import { readRefusal } from "./read-refusal.ts";
import { buildDispatchTarget, type DispatchContext, type DispatchTarget } from "./dispatch-target.ts";

/** A request to render a component. */
export type RenderRequest = Omit<UiRenderEvent, "type" | "eventId">;

/**
 * Asks an integration to render one of its components, after an action if there is one.
 *
 * @throws PlatformError `not_found` for a missing installation or component, `integration_failed`
 * or `integration_unreachable`
 */
export type RenderComponent = (request: RenderRequest) => Promise<UiRenderResponse>;

/**
 * Creates the function that renders components, with a cache for the responses that allow caching.
 *
 * @example
 * import { createRenderComponent, type Platform, type RenderRequest } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const request: RenderRequest;
 * const renderComponent = createRenderComponent(platform);
 * console.log(await renderComponent(request));
 */
export function createRenderComponent(context: DispatchContext): RenderComponent {
  const { now } = context;
  const cache = createComponentCache(now);
  const act = async (target: DispatchTarget, event: UiRenderEvent): Promise<UiRenderResponse> => {
    try {
      return (await callComponent(context, target, event)).response;
    } finally {
      // An action can change other components, even if it failed.
      cache.drop(event.installationId);
    }
  };
  return async (request) => {
    const installation = await getInstallation(context, request.installationId);
    const integration = await getInstalled(context, installation);
    const resources = namedResources(context.product, request.context);
    const target = await buildDispatchTarget(context, { installation, integration, resources });
    const event: UiRenderEvent = { type: "ui_render", eventId: createId("evt", now()), ...request };
    if (event.action !== undefined) return await act(target, event);
    const key = componentKey(target, request);
    const cached = cache.find(key);
    if (cached !== undefined) return cached;
    const askedAt = now();
    const rendered = await callComponent(context, target, event);
    cache.keep(key, event.installationId, rendered, askedAt);
    return rendered.response;
  };
}

async function callComponent(
  context: DispatchContext,
  target: DispatchTarget,
  event: UiRenderEvent,
): Promise<RenderedComponent> {
  const { name } = target.integration;
  const { status, headers, body } = await callIntegration(context, target, event);
  const refusal = status === 200 ? undefined : readRefusal(body);
  if (status === 404 && (refusal === undefined || refusal.startsWith("Unknown component")))
    throw new PlatformError("not_found", `${name} has no component ${event.componentId}.`);
  const markup = uiRenderResponseSchema.safeParse(readJson(body));
  if (status === 200 && markup.success)
    return { response: markup.data, bytes: body.length, cacheControl: headers.get("cache-control") };
  // Written by the integration's author for the person who looks at the component.
  if (refusal !== undefined) throw new PlatformError("integration_failed", refusal);
  const what =
    status === 200
      ? `something that is not component markup of at most ${limits.responseJsonBytes} bytes and ${limits.jsonValues} JSON values for ${event.componentId}.`
      : `status ${status} for ${event.componentId}. Its log has the cause.`;
  throw new PlatformError("integration_failed", `${name} responded with ${what}`);
}

/**
 * Returns a rendering's cache key: a digest of the publication and of everything sent to the integration, except
 * for IDs and tokens that differ on every call. A changed configuration or publication therefore causes a new
 * rendering.
 */
function componentKey({ integration, environment }: DispatchTarget, request: RenderRequest): string {
  const published = [integration.version, integration.updatedAt];
  return createHash("sha256")
    .update(JSON.stringify([published, { ...environment, apiTokens: undefined }, request]))
    .digest("base64");
}
