import type { UiRenderResponse } from "@plugboard/api";
import { ComponentViewError } from "../component-view-error.ts";
import { isRecord } from "../tree/is-record.ts";
import { isNode } from "../tree/read-attribute.ts";

/**
 * Reads what a page's `dispatch` resolved to. Only the frame is checked here: the tree inside is a third party's, and
 * each element deals with its own attributes.
 *
 * @throws {ComponentViewError} `invalid_answer`, saying what is wrong.
 */
export function parseResponse(answer: unknown): UiRenderResponse {
  if (!isRecord(answer)) throw invalid("it is not an object");
  const { type, state, props, element, returnValue } = answer;
  if (type === "complete") return isRecord(returnValue) ? { type, returnValue } : { type };
  if (type !== "element") throw invalid(`its type is ${JSON.stringify(type)}, not "element" or "complete"`);
  if (!isRecord(state)) throw invalid("its state is not an object");
  if (!isRecord(props)) throw invalid("its props are not an object");
  if (!isNode(element)) throw invalid("its element is not a node with a type");
  return { type, state, props, element };
}

function invalid(problem: string): ComponentViewError {
  return new ComponentViewError("invalid_answer", `The component's answer can't be shown: ${problem}.`);
}
