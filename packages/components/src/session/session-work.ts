import type { JsonObject, UiAction } from "@plugboard/api";
import { ComponentError } from "../check/component-error.ts";
import type { BuiltInAction } from "../elements/action.ts";
import { isJsonObject } from "../tree/node.ts";
import { safeLinkUrl, safeResourceUrl } from "../tree/safe-url.ts";

/** What waits its turn, because the component or its page may take a while. */
export type QueuedWork =
  | { readonly kind: "render" }
  | { readonly kind: "action"; readonly action: UiAction }
  | { readonly kind: "updateProps"; readonly props: JsonObject }
  | { readonly kind: "unfurlLink"; readonly url: string };

/** What an action comes to. All but {@link QueuedWork} is done at once, while the browser still sees the user's gesture. */
export type Work =
  | QueuedWork
  | { readonly kind: "openModal"; readonly componentId: string; readonly props: JsonObject }
  | { readonly kind: "complete"; readonly returnValue: JsonObject | undefined }
  | { readonly kind: "openUrl"; readonly url: string };

const builtInActions: Readonly<Record<BuiltInAction["action"], (action: UiAction) => Work>> = {
  "@ui.modal.open": ({ componentId, props }) => {
    if (typeof componentId !== "string") throw unsupported("@ui.modal.open names no componentId.");
    return { kind: "openModal", componentId, props: objectOf(props) ?? {} };
  },
  "@ui.modal.close": ({ returnValue }) => ({ kind: "complete", returnValue: objectOf(returnValue) }),
  "@ui.url.open": ({ url }) => ({ kind: "openUrl", url: requireUrl(safeLinkUrl(url), url) }),
  "@editor.node.updateProps": ({ props }) => ({ kind: "updateProps", props: objectOf(props) ?? {} }),
  "@link.unfurl": ({ url }) => ({ kind: "unfurlLink", url: requireUrl(safeResourceUrl(url), url) }),
};

const builtInActionTable = new Map(Object.entries(builtInActions));

/**
 * What is to be done for an action whose bindings are filled in.
 *
 * @throws {ComponentError} `refused_url`, or `unsupported_action` for data that is missing or an unknown built-in name.
 */
export function toWork(action: UiAction): Work {
  const read = builtInActionTable.get(action.action);
  if (read !== undefined) return read(action);
  if (action.action.startsWith("@")) throw unsupported(`There is no action ${action.action}.`);
  return { kind: "action", action };
}

/** The error of something that a page does not do. */
export function unsupported(message: string): ComponentError {
  return new ComponentError("unsupported_action", message);
}

function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function requireUrl(safe: string | undefined, url: unknown): string {
  if (safe !== undefined) return safe;
  const message = `The component asked to open ${JSON.stringify(url)}, which is not safe.`;
  throw new ComponentError("refused_url", message);
}
