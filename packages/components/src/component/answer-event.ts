import type { JsonObject, UiAction, UiNode, UiRenderEvent } from "@plugboard/api";
import { isPlainObject } from "../check/value.ts";
import { ComponentError } from "../component-error.ts";
import type { RenderAnswer } from "./component.ts";
import type { ComponentDefinition, ComponentElement } from "./component-definition.ts";

/** What an answer has to pass before it leaves. Both throw a ComponentError. */
export interface AnswerCheck {
  readonly checkTree: (tree: unknown) => void;
  readonly checkObject: (value: unknown, name: string) => void;
}

interface Cache {
  cacheControl?: string;
}

interface Data {
  readonly props: JsonObject;
  readonly state: JsonObject;
}

/** Performs the event's action, if any, and renders. */
export async function answerEvent<Context>(
  definition: ComponentDefinition<JsonObject, JsonObject, UiAction, Context>,
  event: UiRenderEvent,
  context: Context,
  { checkTree, checkObject }: AnswerCheck,
): Promise<RenderAnswer> {
  const { initialState: initial = {}, action, render } = definition;
  const first = (): JsonObject => (typeof initial === "function" ? initial(event.props) : initial);
  const before = { props: event.props, state: event.state ?? first() };
  const cache: Cache = {};
  const result = event.action && (await action?.(openElement(event, before, cache), event.action, context));
  if (result?.type === "complete") {
    const { returnValue } = result;
    if (returnValue !== undefined) checkObject(returnValue, "returnValue");
    return { type: "complete", ...(returnValue && { returnValue }) };
  }
  const { state = before.state, props = before.props } = result ?? {};
  checkObject(state, "state");
  checkObject(props, "props");
  const tree: unknown = await render(openElement(event, { props, state }, cache), context);
  checkTree(tree);
  return { type: "element", state, props, element: toNode(tree), ...cache };
}

function toNode(tree: unknown): UiNode {
  if (isPlainObject(tree) && typeof tree.type === "string") return { ...tree, type: tree.type };
  throw new ComponentError("invalid_value", "tree", "render returned no element");
}

function openElement(
  { context }: UiRenderEvent,
  { props, state }: Data,
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
