import type { JsonObject, UiAction, UiRenderEvent } from "@plugboard/api";
import { checkTree } from "../check/check-tree.ts";
import { checkValue } from "../check/check-value.ts";
import { rootPlace } from "../check/place.ts";
import { ComponentError } from "../component-error.ts";
import type { Component, RenderAnswer } from "./component.ts";
import type {
  ComponentContext,
  ComponentDefinition,
  ComponentElement,
  HandledAction,
} from "./component-definition.ts";

type PlainDefinition = ComponentDefinition<JsonObject, JsonObject, UiAction, unknown>;

/**
 * Declares a component: what it shows, and what its actions do to its state.
 *
 * The types of props, state and action are the author's word for what the platform sends; nothing checks them.
 *
 * @throws {ComponentError} `invalid_definition` when there is no id or no `render`.
 */
export function createComponent<
  Props extends object = JsonObject,
  State extends object = JsonObject,
  Action extends { readonly action: string } = HandledAction,
  Context = ComponentContext,
>(definition: ComponentDefinition<Props, State, Action, Context>): Component<Context>;
// The second signature is where JSON becomes what the author declared it to be.
export function createComponent(definition: PlainDefinition): Component<unknown> {
  const { componentId, render } = definition;
  if (typeof componentId !== "string" || componentId === "") {
    throw new ComponentError("invalid_definition", "componentId", "expected a string that is not empty");
  }
  if (typeof render !== "function") {
    throw new ComponentError("invalid_definition", "render", `expected a function in "${componentId}"`);
  }
  return { componentId, render: (event, context) => answerEvent(definition, event, context) };
}

async function answerEvent(
  definition: PlainDefinition,
  event: UiRenderEvent,
  context: unknown,
): Promise<RenderAnswer> {
  const cache: Cache = {};
  const before = { props: event.props, state: event.state ?? initialState(definition, event.props) };
  const result = event.action
    ? await definition.action?.(openElement(event, before, cache), event.action, context)
    : undefined;
  if (result?.type === "complete") {
    const { returnValue } = result;
    if (returnValue === undefined) return { type: "complete" };
    checkValue(rootPlace(returnValue, "returnValue"), "object");
    return { type: "complete", returnValue };
  }
  const { state = before.state, props = before.props } = result ?? {};
  checkValue(rootPlace(state, "state"), "object");
  checkValue(rootPlace(props, "props"), "object");
  const tree: unknown = await definition.render(openElement(event, { props, state }, cache), context);
  checkTree(tree);
  return { type: "element", state, props, element: { ...tree }, ...cache };
}

interface Cache {
  cacheControl?: string;
}

function initialState({ initialState: initial = {} }: PlainDefinition, props: JsonObject): JsonObject {
  return typeof initial === "function" ? initial(props) : initial;
}

function openElement(
  { context }: UiRenderEvent,
  { props, state }: { readonly props: JsonObject; readonly state: JsonObject },
  cache: Cache,
): ComponentElement<JsonObject, JsonObject> {
  return {
    props,
    state,
    context,
    dynamicState: (key) => ({ $state: key }),
    setCache: ({ maxAge }) => {
      if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
        const problem = `expected a whole number of seconds, 0 or more, got ${String(maxAge)}`;
        throw new ComponentError("invalid_cache", "setCache.maxAge", problem);
      }
      cache.cacheControl = `max-age=${maxAge}`;
    },
  };
}
