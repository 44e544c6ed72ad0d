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

/** What every component finds in its context, whichever runtime runs it. */
export interface ComponentContext {
  readonly environment: Environment;
}

/**
 * What a component's `action` is called with: its own actions, `@ui.modal.close` when a modal it opened returns, and
 * `@link.unfurl` when a URL in the document becomes the component.
 */
export type HandledAction = ComponentAction | ModalCloseAction | LinkUnfurlAction;

/** The component as it is rendered now: the first argument of `action` and of `render`. */
export interface ComponentElement<Props, State> {
  readonly props: Readonly<Props>;
  readonly state: Readonly<State>;
  /** Where the component is shown. */
  readonly context: UiContext;
  /** A binding: the browser fills in the value under `key` in the state, also after a change it has not sent yet. */
  readonly dynamicState: (key: keyof State & string) => Binding;
  /**
   * Lets the platform show this rendering again without asking, for `maxAge` seconds.
   *
   * @throws {ComponentError} `invalid_cache` when `maxAge` is not a whole number of at least 0.
   */
  readonly setCache: (cache: { readonly maxAge: number }) => void;
}

/** What `action` returns: the new state or new props, nothing to leave both as they are, or that the component is done. */
export type ActionResult<Props, State> =
  | { readonly type?: never; readonly state?: State; readonly props?: Props }
  | { readonly type: "complete"; readonly returnValue?: JsonObject };

/** The argument of `createComponent`. */
export interface ComponentDefinition<Props, State, Action, Context> {
  /** Unique within the integration. */
  readonly componentId: string;
  /** The state at the first render: an object, or made from the props. Empty when absent. */
  readonly initialState?: State | ((props: Readonly<Props>) => State);
  /** Handles what a user did. Return `{}` for an action it does not know. */
  readonly action?: (
    element: ComponentElement<Props, State>,
    action: Action,
    context: Context,
  ) => ActionResult<NoInfer<Props>, NoInfer<State>> | Promise<ActionResult<NoInfer<Props>, NoInfer<State>>>;
  /** The component's look: a `block`, `modal` or `configuration`. */
  readonly render: (element: ComponentElement<Props, State>, context: Context) => Markup | Promise<Markup>;
}

/** The response to a render event, with how long it may be kept: the value of a `Cache-Control` header, if any. */
export type RenderResponse = (UiElementResponse & { readonly cacheControl?: string }) | UiCompleteResponse;

/** What `createComponent` makes and `createIntegration` takes. */
export interface Component<Context> {
  readonly componentId: string;
  /**
   * Performs the event's action, if any, and renders.
   *
   * @throws {ComponentError} when the tree, the state, the props or the return value are not what they may be.
   */
  readonly render: (event: UiRenderEvent, context: Context) => Promise<RenderResponse>;
}
