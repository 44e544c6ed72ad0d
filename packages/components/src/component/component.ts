import type { UiCompleteResponse, UiElementResponse, UiRenderEvent } from "@plugboard/api";

/** The answer to a render event, with how long it may be kept: the value of a `Cache-Control` header, if any. */
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
