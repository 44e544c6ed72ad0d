import type { EventBase } from "./event-base.ts";

/** A JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * Constrains a type to JSON values, as in `Value extends JsonCompatible<Value>`. Unlike `Json`, it accepts interfaces. Class
 * instances such as `Date` don't match because of their methods.
 */
export type JsonCompatible<Value> = {
  readonly [Key in keyof Value]: Value[Key] extends symbol | bigint | ((...values: never) => unknown)
    ? never
    : JsonCompatible<Value[Key]>;
};

/** A JSON object, such as a component's props or state. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/**
 * The kind of page that shows a component: a document, or the settings of the account or of a kind of resource, such as
 * `configuration_project`.
 */
export type UiContextType = "document" | `configuration_${string}`;

/** The context in which a component is rendered. */
export interface UiContext {
  readonly type: UiContextType;
  readonly theme: "light" | "dark";
  /** The IDs of the resources that show it, such as `projectId`. */
  readonly [id: `${string}Id`]: string | undefined;
  /** The resource of the platform's product, such as a project. */
  readonly resource?: { readonly kind: string; readonly id: string };
  /**
   * Whether the document is being edited, so `@editor.node.updateProps` takes effect. Only set in documents.
   */
  readonly editable?: boolean;
  /** Further fields of the platform's product. */
  readonly [field: string]: Json | undefined;
}

/** A user's action; `action` is its name, all other fields are its data. */
export interface UiAction {
  readonly action: string;
  readonly [key: string]: Json | undefined;
}

/** A request to render one of the integration's components, optionally after an action. */
export interface UiRenderEvent extends EventBase {
  readonly type: "ui_render";
  readonly componentId: string;
  readonly props: JsonObject;
  /** Not set for the first rendering: the component derives its initial state from `props`. */
  readonly state?: JsonObject;
  readonly action?: UiAction;
  readonly context: UiContext;
}

/** A node of component markup: JSON with a `type`. */
export interface UiNode {
  readonly type: string;
  readonly [attribute: string]: unknown;
}

/** The component's new markup and state. */
export interface UiElementResponse {
  readonly type: "element";
  readonly state: JsonObject;
  readonly props: JsonObject;
  readonly element: UiNode;
}

/** The component is done. A modal closes and passes `returnValue` to the component that opened it. */
export interface UiCompleteResponse {
  readonly type: "complete";
  readonly returnValue?: JsonObject;
}

/** The response to `ui_render`. */
export type UiRenderResponse = UiElementResponse | UiCompleteResponse;
