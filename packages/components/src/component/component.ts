import type {
  Environment,
  JsonObject,
  UiCompleteResponse,
  UiContext,
  UiElementResponse,
  UiRenderEvent,
} from "@plugboard/api";
import type { ComponentAction, LinkUnfurlAction, ModalCloseAction } from "../elements/action.ts";
import type { Binding } from "../elements/attribute-values.ts";
import type { Markup } from "../jsx/markup.ts";

/** The context of a component in every runtime. */
export interface ComponentContext {
  readonly environment: Environment;
}

/**
 * The actions that a component's `action` receives: its own, `@ui.modal.close` when a modal it opened
 * returns, and `@link.unfurl` when a URL in the document becomes the component.
 */
export type HandledAction = ComponentAction | ModalCloseAction | LinkUnfurlAction;

/** The component's current props, state and context: the first argument of `action` and `render`. */
export interface ComponentElement<Props, State> {
  readonly props: Readonly<Props>;
  readonly state: Readonly<State>;
  /** The context in which the component is shown. */
  readonly context: UiContext;
  /**
   * Returns a binding to the state under `key`. The browser resolves it, including edits that it hasn't sent
   * yet.
   */
  readonly dynamicState: (key: keyof State & string) => Binding;
  /**
   * Lets the platform reuse this rendering for `maxAge` seconds.
   *
   * @throws {ComponentError} `invalid_cache` if `maxAge` is not a whole number of at least 0
   */
  readonly setCache: (cache: { readonly maxAge: number }) => void;
}

/** The result of `action`: a new state, new props, an empty object to change nothing, or completion. */
export type ActionResult<Props, State> =
  | { readonly type?: never; readonly state?: State; readonly props?: Props }
  | { readonly type: "complete"; readonly returnValue?: JsonObject };

/** The argument of `createComponent`. */
export interface ComponentDefinition<Props, State, Action, Context> {
  /** Unique within the integration. */
  readonly componentId: string;
  /** The state of the first render: an object, or a function of the props. Defaults to an empty object. */
  readonly initialState?: State | ((props: Readonly<Props>) => State);
  /** Handles a user's action. Return `{}` for unknown actions. */
  readonly action?: (
    element: ComponentElement<Props, State>,
    action: Action,
    context: Context,
  ) => ActionResult<NoInfer<Props>, NoInfer<State>> | Promise<ActionResult<NoInfer<Props>, NoInfer<State>>>;
  /** Returns the component's UI: a `block`, `modal` or `configuration`. */
  readonly render: (element: ComponentElement<Props, State>, context: Context) => Markup | Promise<Markup>;
}

/** The response to a render event, and a `Cache-Control` header if it can be cached. */
export type RenderResponse = (UiElementResponse & { readonly cacheControl?: string }) | UiCompleteResponse;

/** A component, created by `createComponent` and passed to `createIntegration`. */
export interface Component<Context> {
  readonly componentId: string;
  /**
   * Performs the event's action, if any, and renders.
   *
   * @throws {ComponentError} if the tree, the state, the props or the return value is invalid
   */
  readonly render: (event: UiRenderEvent, context: Context) => Promise<RenderResponse>;
}
