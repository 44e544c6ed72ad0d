import type { UiRenderResponse } from "@plugboard/api";
import type { ComponentHost } from "../component-host.ts";
import { findHostAction } from "./built-in-actions.ts";
import { parseResponse } from "./parse-response.ts";
import type { SessionRequest, SessionState } from "./session-state.ts";

/**
 * Has the page do a request. Resolves to the component's answer, or to undefined where the page did it without asking
 * the component. Rejects with what the page's function threw, or as `parseResponse` does.
 */
export async function performRequest(
  { action }: SessionRequest,
  componentId: string,
  { props, state, context }: SessionState,
  host: ComponentHost,
): Promise<UiRenderResponse | undefined> {
  const hostAction = findHostAction(action);
  if (action !== undefined && hostAction !== undefined) {
    await hostAction(action, host);
    return undefined;
  }
  const event = { componentId, props, context, ...(state && { state }), ...(action && { action }) };
  return parseResponse(await host.dispatch(event));
}
