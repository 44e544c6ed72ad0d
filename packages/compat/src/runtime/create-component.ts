import type { CompatContext } from "./context.ts";

/** A request to render a component. */
export interface CompatRenderEvent {
  readonly type: "ui_render";
  readonly componentId: string;
  readonly props: object;
  readonly state?: object | undefined;
  readonly action?: object | undefined;
  readonly context: object;
}

/** A component of an integration. */
export interface CompatComponent {
  readonly componentId: string;
  readonly render: (event: CompatRenderEvent, context: CompatContext) => Promise<Response>;
}

interface Instance<Props, State> {
  readonly props: Props;
  readonly state: State;
  readonly context: object;
  readonly setCache: (cache: { readonly maxAge: number }) => void;
  readonly dynamicState: (key: keyof State) => { readonly $state: keyof State };
}

type ActionResult<Props, State> =
  | { readonly type?: "element"; readonly props?: Props; readonly state?: State }
  | { readonly type: "complete"; readonly returnValue?: object }
  | undefined;

/** The parts of a component. */
export interface CompatComponentDefinition<Props, State, Action> {
  readonly componentId: string;
  readonly initialState?: State | ((props: Props, renderContext: object, context: CompatContext) => State);
  readonly action?: (
    instance: Instance<Props, State>,
    action: Action,
    context: CompatContext,
  ) => Promise<ActionResult<Props, State>> | ActionResult<Props, State>;
  readonly render: (instance: Instance<Props, State>, context: CompatContext) => unknown;
}

/**
 * Creates a component. Its response is JSON, with `Cache-Control` if `setCache` was called.
 *
 * @example
 * import { createComponent } from "@plugboard/compat/runtime";
 *
 * export const counter = createComponent({
 *   componentId: "counter",
 *   initialState: { count: 0 },
 *   action: ({ state }) => ({ state: { count: state.count + 1 } }),
 *   render: ({ state }) => ({ type: "block", children: [{ type: "text", children: [`${state.count}`] }] }),
 * });
 */
export function createComponent<Props extends object, State extends object, Action>(
  definition: CompatComponentDefinition<Props, State, Action>,
): CompatComponent {
  const { componentId, initialState = {}, action: handleAction, render } = definition;
  return {
    componentId,
    render: async (event, context) => {
      // The platform returns the component's own props and state: only its author knows their types.
      const props = event.props as Props;
      const state = (event.state ??
        (typeof initialState === "function"
          ? initialState(props, event.context, context)
          : initialState)) as State;
      const cache: { maxAge?: number } = {};
      const instance: Instance<Props, State> = {
        props,
        state,
        context: event.context,
        setCache: ({ maxAge }) => void (cache.maxAge = maxAge),
        dynamicState: (key) => ({ $state: key }),
      };
      const changed =
        event.action !== undefined && handleAction !== undefined
          ? await handleAction(instance, event.action as Action, context)
          : undefined;
      if (changed?.type === "complete") return respond(changed, cache);
      const shown = { ...instance, ...changed };
      const element = await render(shown, context);
      return respond({ type: "element", state: shown.state, props: shown.props, element }, cache);
    },
  };
}

function respond(output: object, { maxAge }: { readonly maxAge?: number }): Response {
  return Response.json(output, {
    headers: maxAge === undefined ? {} : { "cache-control": `max-age=${maxAge}` },
  });
}
