import type { JsonObject, UiAction } from "@plugboard/api";
import { ComponentError } from "../check/component-error.ts";
import type { BuiltInAction } from "../elements/action.ts";
import { isJsonObject } from "../tree/node.ts";
import { safeLinkUrl, safeResourceUrl } from "../tree/safe-url.ts";

/** Asynchronous work that waits in the queue. */
export type QueuedWork =
  | { readonly kind: "render" }
  | { readonly kind: "action"; readonly action: UiAction }
  | { readonly kind: "updateProps"; readonly props: JsonObject }
  | { readonly kind: "unfurlLink"; readonly url: string };

/**
 * The work for an action. Everything except {@link QueuedWork} runs synchronously, while the browser still
 * recognizes the user gesture.
 */
export type Work =
  | QueuedWork
  | { readonly kind: "openModal"; readonly componentId: string; readonly props: JsonObject }
  | { readonly kind: "complete"; readonly returnValue: JsonObject | undefined }
  | { readonly kind: "openUrl"; readonly url: string };

const builtInActions: Readonly<Record<BuiltInAction["action"], (action: UiAction) => Work>> = {
  "@ui.modal.open": ({ componentId, props }) => {
    if (typeof componentId !== "string") throw unsupported("@ui.modal.open requires a componentId.");
    return { kind: "openModal", componentId, props: objectOf(props) ?? {} };
  },
  "@ui.modal.close": ({ returnValue }) => ({ kind: "complete", returnValue: objectOf(returnValue) }),
  "@ui.url.open": ({ url }) => ({ kind: "openUrl", url: requireUrl(safeLinkUrl(url), url) }),
  "@editor.node.updateProps": ({ props }) => ({ kind: "updateProps", props: objectOf(props) ?? {} }),
  "@link.unfurl": ({ url }) => ({ kind: "unfurlLink", url: requireUrl(safeResourceUrl(url), url) }),
};

const builtInActionTable = new Map(Object.entries(builtInActions));

/**
 * Returns the work for an action with resolved bindings.
 *
 * @throws {ComponentError} `refused_url`, or `unsupported_action` for missing data or an unknown built-in
 * action
 */
export function toWork(action: UiAction): Work {
  const read = builtInActionTable.get(action.action);
  if (read !== undefined) return read(action);
  if (action.action.startsWith("@")) throw unsupported(`Unknown action ${action.action}.`);
  return { kind: "action", action };
}

/** Returns the error for an unsupported action. */
export function unsupported(message: string): ComponentError {
  return new ComponentError("unsupported_action", message);
}

function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function requireUrl(safe: string | undefined, url: unknown): string {
  if (safe !== undefined) return safe;
  const message = `The component tried to open ${JSON.stringify(url)}, which is not a safe URL.`;
  throw new ComponentError("refused_url", message);
}
