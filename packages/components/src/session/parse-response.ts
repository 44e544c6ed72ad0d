import type { UiRenderResponse } from "@plugboard/api";
import { ComponentError } from "../check/component-error.ts";
import { isJsonObject, isNode } from "../tree/node.ts";

/**
 * Parses a component's response. Validates only the envelope; each element validates its own attributes when
 * rendering.
 *
 * @throws {ComponentError} `invalid_response`
 */
export function parseResponse(response: unknown): UiRenderResponse {
  if (!isJsonObject(response)) throw invalidResponse("it is not an object");
  const { type, state, props, element, returnValue } = response;
  if (type === "complete") return isJsonObject(returnValue) ? { type, returnValue } : { type };
  if (type !== "element") {
    throw invalidResponse(`its type is ${JSON.stringify(type)}, not "element" or "complete"`);
  }
  if (!isJsonObject(state)) throw invalidResponse("its state is not an object");
  if (!isJsonObject(props)) throw invalidResponse("its props are not an object");
  if (!isNode(element)) throw invalidResponse("its element is not a node with a type");
  return { type, state, props, element };
}

function invalidResponse(problem: string): ComponentError {
  return new ComponentError("invalid_response", `The component's response is invalid: ${problem}.`);
}
