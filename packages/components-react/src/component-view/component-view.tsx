import type { ReactNode } from "react";
import type { JsonObject, UiContext, UiElementResponse } from "@plugboard/api";
import { elementComponents } from "../elements/element-components.ts";
import type { ComponentHost } from "../view/component-host.ts";
import { ElementTableContext } from "../view/element-view.tsx";
import { SessionView } from "./session-view.tsx";

/** Which component to show, where, and what the page does for it. */
export interface ComponentViewProps extends ComponentHost {
  readonly componentId: string;
  /** Changed props, told by their content, have the component rendered again with its state kept. */
  readonly props: JsonObject;
  /** The place the component is shown in; `theme` chooses light or dark. */
  readonly context: UiContext;
  /** An answer the page has already, so that nothing is asked for the first look. */
  readonly initialResponse?: UiElementResponse | undefined;
}

/**
 * Shows a component of an integration and lets the user work with it. State that controls write and bindings read stays
 * in the browser; actions go to the page's `dispatch`. Nothing in a component's markup becomes HTML or script.
 */
export function ComponentView(view: ComponentViewProps): ReactNode {
  const { componentId, props, context, initialResponse, ...host } = view;
  return (
    <div className="plugboard" data-theme={context.theme}>
      <ElementTableContext value={elementComponents}>
        <SessionView
          key={componentId}
          componentId={componentId}
          props={props}
          context={context}
          initialResponse={initialResponse}
          host={host}
        />
      </ElementTableContext>
    </div>
  );
}
