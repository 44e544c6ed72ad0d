import type { UiAction } from "@plugboard/api";
import { isRecord } from "../tree/is-record.ts";
import { isAction } from "../tree/read-attribute.ts";

/** What the page in a webframe wants: to be sent its state, or to have an action of the component performed. */
export type WebframeMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "action"; readonly action: UiAction };

/**
 * Reads a message of a webframe, `{ action: { action: "…" } }`. Built-in actions are not for a frame to perform: they
 * need a user's gesture in the view itself.
 */
export function parseWebframeMessage(message: unknown): WebframeMessage | undefined {
  if (!isRecord(message) || !isAction(message["action"])) return undefined;
  const { action } = message;
  if (action.action === "@webframe.ready") return { kind: "ready" };
  return action.action.startsWith("@") ? undefined : { kind: "action", action };
}
