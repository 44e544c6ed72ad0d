import type { UiAction } from "@plugboard/api";
import { isAction, isJsonObject } from "../tree/node.ts";

/** The size requested by the page in a webframe, in CSS pixels. Missing values fall back to the element's. */
export interface WebframeSize {
  /** Width divided by height. */
  readonly aspectRatio?: number | undefined;
  /** Overrides `aspectRatio`. */
  readonly height?: number | undefined;
  readonly maxHeight?: number | undefined;
  readonly maxWidth?: number | undefined;
}

/** A message from the page in a webframe: it requests its state, a size, or a component action. */
export type WebframeMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "resize"; readonly size: WebframeSize }
  | { readonly kind: "action"; readonly action: UiAction };

/**
 * Parses a webframe message, `{ action: { action: "…" } }`. Returns `undefined` for invalid messages and for
 * built-in actions, which require a user gesture outside the frame.
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
