import type { UiAction } from "@plugboard/api";
import { isAction, isJsonObject } from "../tree/node.ts";

/** The room the page in a webframe asks for, in CSS pixels. What is left out is as the element says. */
export interface WebframeSize {
  /** Width divided by height. */
  readonly aspectRatio?: number | undefined;
  /** Takes precedence over `aspectRatio`. */
  readonly height?: number | undefined;
  readonly maxHeight?: number | undefined;
  readonly maxWidth?: number | undefined;
}

/** What the page in a webframe wants: its state, another size, or that an action of the component is performed. */
export type WebframeMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "resize"; readonly size: WebframeSize }
  | { readonly kind: "action"; readonly action: UiAction };

/**
 * Reads a message of the page in a webframe, `{ action: { action: "…" } }`. Undefined for anything else, and for the
 * built-in actions, which are not a frame's to perform: they need a user's gesture in the view itself.
 *
 * @example
 * ```ts
 * import { readWebframeMessage } from "@plugboard/components/session";
 *
 * const message = readWebframeMessage({ action: { action: "@webframe.resize", size: { height: 320 } } });
 * if (message?.kind === "resize") console.log(message.size.height); // 320
 * ```
 */
export function readWebframeMessage(message: unknown): WebframeMessage | undefined {
  if (!isJsonObject(message) || !isAction(message["action"])) return undefined;
  const { action } = message;
  if (action.action === "@webframe.ready") return { kind: "ready" };
  if (action.action === "@webframe.resize") return { kind: "resize", size: readSize(action["size"]) };
  return action.action.startsWith("@") ? undefined : { kind: "action", action };
}

function readSize(size: unknown): WebframeSize {
  if (!isJsonObject(size)) return {};
  return {
    aspectRatio: readPositive(size["aspectRatio"]),
    height: readPositive(size["height"]),
    maxHeight: readPositive(size["maxHeight"]),
    maxWidth: readPositive(size["maxWidth"]),
  };
}

function readPositive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}
