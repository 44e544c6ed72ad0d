import type { JsonObject, UiRenderResponse, UiRenderEvent } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";

/** What a page sends to its platform to have a component rendered, after an action where there was one. */
export type ComponentEvent = Pick<UiRenderEvent, "componentId" | "props" | "state" | "action" | "context">;

/** Asks for the options of a `select` that names a URL instead of listing them. */
export interface OptionsRequest {
  /** The URL as the component wrote it; the page decides how, and whether, to ask it. */
  readonly url: string;
  /** What the user has typed so far. */
  readonly query: string;
}

/** What a view needs of the page it is in. */
export interface ComponentHost {
  /** Has the component rendered. A rejection is shown in place, with its message and a way to try again. */
  readonly dispatch: (event: ComponentEvent) => Promise<UiRenderResponse>;
  /** Stores the props of `@editor.node.updateProps` and then gives them to the view as its `props`. */
  readonly onUpdateProps?: ((props: JsonObject) => void | Promise<void>) | undefined;
  /** Turns the link of `@link.unfurl` into a component. */
  readonly onUnfurlLink?: ((url: string) => void | Promise<void>) | undefined;
  /** Receives the return value of a component that says it is complete. */
  readonly onComplete?: ((returnValue: JsonObject | undefined) => void) | undefined;
  /** Fetches the options of a `select` from its URL. */
  readonly loadOptions?: ((request: OptionsRequest) => Promise<readonly SelectOption[]>) | undefined;
}
