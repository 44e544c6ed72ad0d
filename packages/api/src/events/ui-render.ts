import type { EventBase } from "./webhook-event.ts";

/** A value that survives JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** A JSON object: the props and the state of a component. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Where a component is shown. */
export const uiContextTypes = [
  "document",
  "configuration_account",
  "configuration_space",
  "configuration_site",
] as const;

/** Where a component is shown. */
export type UiContextType = (typeof uiContextTypes)[number];

/** The place a component is rendered in. */
export interface UiContext {
  readonly type: UiContextType;
  readonly theme: "light" | "dark";
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly pageId?: string;
  /** In a document: whether it is being edited, so that `@editor.node.updateProps` stores. */
  readonly editable?: boolean;
  /**
   * Who reads the document on a site that visitors sign in to, for integrations with the scope `site:visitor:claims`: what a webframe
   * may be handed as its `data`.
   */
  readonly visitor?: { readonly claims: JsonObject };
}

/** An action a user triggered; `action` names it, everything else is its data. */
export interface UiAction {
  readonly action: string;
  readonly [key: string]: Json | undefined;
}

/** The platform asks an integration to render one of its components, after an action where there was one. */
export interface UiRenderEvent extends EventBase {
  readonly type: "ui_render";
  readonly componentId: string;
  readonly props: JsonObject;
  /** Absent on the first render: the component makes its initial state from `props`. */
  readonly state?: JsonObject;
  readonly action?: UiAction;
  readonly context: UiContext;
}

/** A node of component markup: plain JSON with a `type`. */
export interface UiNode {
  readonly type: string;
  readonly [attribute: string]: unknown;
}

/** The component's new look and state. */
export interface UiElementResponse {
  readonly type: "element";
  readonly state: JsonObject;
  readonly props: JsonObject;
  readonly element: UiNode;
}

/** The component is finished; a modal closes and hands `returnValue` to the component that opened it. */
export interface UiCompleteResponse {
  readonly type: "complete";
  readonly returnValue?: JsonObject;
}

/** What an integration responds to `ui_render` with. */
export type UiRenderResponse = UiElementResponse | UiCompleteResponse;
