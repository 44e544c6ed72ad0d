import type { JsonObject, UiAction } from "@plugboard/api";
import type { BuiltInAction } from "@plugboard/components";
import type { ComponentHost } from "../component-host.ts";
import { ComponentViewError } from "../component-view-error.ts";
import { isRecord } from "../tree/is-record.ts";
import { safeLinkUrl, safeResourceUrl } from "../tree/safe-url.ts";

/** What the built-in actions of the view itself do. */
export interface ViewEffects {
  readonly openModal: (componentId: string, props: JsonObject) => void;
  readonly complete: (returnValue: JsonObject | undefined) => void;
  readonly openUrl: (url: string) => void;
}

type ViewActionName = "@ui.modal.open" | "@ui.modal.close" | "@ui.url.open";
type HostActionName = Exclude<BuiltInAction["action"], ViewActionName>;

/** Actions done at once, while the browser still sees the user's gesture. */
const viewActions: Record<ViewActionName, (action: UiAction, effects: ViewEffects) => void> = {
  "@ui.modal.open": ({ action, componentId, props }, effects) => {
    if (typeof componentId !== "string") throw unsupported(`${action} names no componentId.`);
    effects.openModal(componentId, isRecord(props) ? props : {});
  },
  "@ui.modal.close": ({ returnValue }, effects) => {
    effects.complete(isRecord(returnValue) ? returnValue : undefined);
  },
  "@ui.url.open": ({ url }, effects) => {
    effects.openUrl(requireUrl(safeLinkUrl(url), url));
  },
};

/** Actions the page does, which may take a while. */
const hostActions: Record<HostActionName, (action: UiAction, host: ComponentHost) => void | Promise<void>> = {
  "@editor.node.updateProps": ({ action, props }, { onUpdateProps }) => {
    if (onUpdateProps === undefined) throw unsupported(`This page does not support ${action}.`);
    return onUpdateProps(isRecord(props) ? props : {});
  },
  "@link.unfurl": ({ action, url }, { onUnfurlLink }) => {
    if (onUnfurlLink === undefined) throw unsupported(`This page does not support ${action}.`);
    return onUnfurlLink(requireUrl(safeResourceUrl(url), url));
  },
};

const viewActionTable = new Map(Object.entries(viewActions));
const hostActionTable = new Map(Object.entries(hostActions));

/**
 * Does an action of the view itself and says whether it was one.
 *
 * @throws {ComponentViewError} `refused_url`, or `unsupported_action` for data that is missing or an unknown name.
 */
export function performViewAction(action: UiAction, effects: ViewEffects): boolean {
  const perform = viewActionTable.get(action.action);
  perform?.(action, effects);
  if (perform === undefined && action.action.startsWith("@") && !hostActionTable.has(action.action)) {
    throw unsupported(`There is no action ${action.action}.`);
  }
  return perform !== undefined;
}

/** What the page does for an action, or undefined where the action is the component's own. */
export function findHostAction(
  action: UiAction | undefined,
): ((action: UiAction, host: ComponentHost) => void | Promise<void>) | undefined {
  return action === undefined ? undefined : hostActionTable.get(action.action);
}

function requireUrl(safe: string | undefined, url: unknown): string {
  if (safe !== undefined) return safe;
  throw new ComponentViewError(
    "refused_url",
    `The component asked to open ${JSON.stringify(url)}, which is not safe.`,
  );
}

function unsupported(message: string): ComponentViewError {
  return new ComponentViewError("unsupported_action", message);
}
