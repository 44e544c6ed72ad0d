"use client";

import type { ReactNode } from "react";
import type { JsonObject, UiContext, UiElementResponse } from "@plugboard/api";
import { elementComponents } from "../elements/element-components.ts";
import type { ComponentHost } from "../view/component-host.ts";
import { ElementTableContext } from "../view/element-view.tsx";
import { PopupLayer } from "../view/popup-layer.tsx";
import { SessionView } from "./session-view.tsx";

/** Props of `ComponentView`: the component, its context, and the page's functions. */
export interface ComponentViewProps extends ComponentHost {
  readonly componentId: string;
  /** A change renders the component again and keeps its state. */
  readonly props: JsonObject;
  /** The context in which the component is shown. `theme` selects light or dark. */
  readonly context: UiContext;
  /** An initial response from the page, which avoids the first request. */
  readonly initialResponse?: UiElementResponse | undefined;
  /** A change renders the component again and keeps its state, for example after its code has changed. */
  readonly revision?: number | undefined;
  /** Receives the component's state, including the user's edits, after each change. Pass a stable function. */
  readonly onStateChange?: ((state: JsonObject | undefined) => void) | undefined;
  /**
   * The element that contains dialogs, menus and lists. Defaults to an element inside the view. Set it in
   * rich text editors, which treat new nodes as edits. It has the class `plugboard` and the theme.
   */
  readonly popupContainer?: HTMLElement | undefined;
}

/**
 * Displays an interactive component of an integration. Control values and bindings stay in the browser;
 * actions go to the page's `dispatch`. Markup never becomes HTML or script.
 *
 * @example
 * ```tsx
 * import { ComponentView } from "@plugboard/components-react";
 *
 * export function Counter() {
 *   return (
 *     <ComponentView
 *       componentId="counter"
 *       props={{}}
 *       context={{ type: "document", theme: "light" }}
 *       dispatch={async (event) => {
 *         const response = await fetch("/components", { method: "POST", body: JSON.stringify(event) });
 *         return response.json();
 *       }}
 *     />
 *   );
 * }
 * ```
 */
export function ComponentView(view: ComponentViewProps): ReactNode {
  const { componentId, props, context, initialResponse, popupContainer, revision, onStateChange, ...host } =
    view;
  return (
    <div className="plugboard" data-theme={context.theme}>
      <ElementTableContext value={elementComponents}>
        <PopupLayer container={popupContainer}>
          <SessionView
            key={componentId}
            componentId={componentId}
            props={props}
            context={context}
            initialResponse={initialResponse}
            revision={revision}
            onStateChange={onStateChange}
            host={host}
          />
        </PopupLayer>
      </ElementTableContext>
    </div>
  );
}
