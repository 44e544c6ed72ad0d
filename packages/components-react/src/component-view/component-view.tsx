"use client";

import type { ReactNode } from "react";
import type { JsonObject, UiContext, UiElementResponse } from "@plugboard/api";
import { elementComponents } from "../elements/element-components.ts";
import type { ComponentHost } from "../view/component-host.ts";
import { ElementTableContext } from "../view/element-view.tsx";
import { PopupLayer } from "../view/popup-layer.tsx";
import { SessionView } from "./session-view.tsx";

/** Which component to show, where, and what the page does for it. */
export interface ComponentViewProps extends ComponentHost {
  readonly componentId: string;
  /** When their content changes, the component is rendered again and keeps its state. */
  readonly props: JsonObject;
  /** The place the component is shown in; `theme` chooses light or dark. */
  readonly context: UiContext;
  /** A response the page has already, so that nothing is asked for the first look. */
  readonly initialResponse?: UiElementResponse | undefined;
  /**
   * Where dialogs, menus and lists open; inside the view by default. Editors of rich text take what appears inside them for an edit.
   * The element has the class `plugboard` and the theme.
   */
  readonly popupContainer?: HTMLElement | undefined;
}

/**
 * Shows a component of an integration and lets the user work with it. State that controls write and bindings read stays
 * in the browser; actions go to the page's `dispatch`. Nothing in a component's markup becomes HTML or script.
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
  const { componentId, props, context, initialResponse, popupContainer, ...host } = view;
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
            host={host}
          />
        </PopupLayer>
      </ElementTableContext>
    </div>
  );
}
