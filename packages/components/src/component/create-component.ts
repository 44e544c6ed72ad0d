import type { JsonObject, UiAction } from "@plugboard/api";
import { checkJsonObject, checkTree } from "../check/check-tree.ts";
import { fail } from "../check/fail.ts";
import type {
  Component,
  ComponentContext,
  ComponentDefinition,
  ComponentElement,
  HandledAction,
} from "./component.ts";

/**
 * Creates a component from its initial state, actions and UI.
 *
 * The types of props, state and actions are not validated at run time. The component's output is: the tree,
 * the state, the props and the return value.
 *
 * @throws {ComponentError} `invalid_definition` if `componentId` or `render` is missing; another code if an
 * initial state object is not JSON
 *
 * @example
 * ```tsx
 * import { createComponent } from "@plugboard/components";
 *
 * export const counter = createComponent({
 *   componentId: "counter",
 *   initialState: (props: { start?: number }) => ({ count: props.start ?? 0 }),
 *   action: async ({ state }, action) =>
 *     action.action === "increment" ? { state: { count: state.count + 1 } } : {},
 *   render: async ({ state }) => (
 *     <block>
 *       <button label={`Clicked ${state.count} times`} onPress={{ action: "increment" }} />
 *     </block>
 *   ),
 * });
 * ```
 */
export function createComponent<
  Props extends object = JsonObject,
  State extends object = JsonObject,
  Action extends { readonly action: string } = HandledAction,
  Context = ComponentContext,
>(definition: ComponentDefinition<Props, State, Action, Context>): Component<Context>;
// The implementation signature converts JSON to the types that the author declared.
export function createComponent({
  componentId,
  initialState = {},
  action,
  render,
}: ComponentDefinition<JsonObject, JsonObject, UiAction, unknown>): Component<unknown> {
  if (typeof componentId !== "string" || !componentId) {
    fail("invalid_definition", "componentId", "text", componentId);
  }
  if (typeof render !== "function") fail("invalid_definition", "render", "a function", render);
  const isFunction = typeof initialState === "function";
  if (!isFunction) checkJsonObject(initialState, "initialState");
  return {
    componentId,
    render: async (event, context) => {
      let { props } = event;
      // A copy, because actions may mutate it.
      let state = event.state ?? (isFunction ? initialState(props) : structuredClone(initialState));
      const cache: { cacheControl?: string } = {};
      const openElement = (): ComponentElement<JsonObject, JsonObject> => ({
        props,
        state,
        context: event.context,
        dynamicState: (key) => ({ $state: key }),
        setCache: ({ maxAge }) => {
          if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
            fail("invalid_cache", "setCache.maxAge", "whole seconds", maxAge);
          }
          cache.cacheControl = `max-age=${maxAge}`;
        },
      });
      const result = (event.action && (await action?.(openElement(), event.action, context))) ?? {};
      if (result.type === "complete") {
        const { returnValue } = result;
        if (returnValue !== undefined) checkJsonObject(returnValue, "returnValue");
        return { type: "complete", ...(returnValue && { returnValue }) };
      }
      ({ state = state, props = props } = result);
      checkJsonObject(state, "state");
      checkJsonObject(props, "props");
      const element: unknown = await render(openElement(), context);
      checkTree(element);
      return { type: "element", state, props, element: { ...element }, ...cache };
    },
  };
}
