import type { JsonObject } from "@plugboard/api";
import { listSelectOptions, renderComponent } from "@plugboard/api/routes";
import { type ComponentEvent, ComponentView, type OptionsRequest } from "@plugboard/components-react";
import { type ReactNode, useCallback, useMemo } from "react";
import type { Session } from "./dev-server.ts";
import type { Place } from "./list-previews.ts";

/** The props that all previews share. */
export interface Shown {
  readonly session: Session;
  readonly theme: "light" | "dark";
  /** Changes when the code is reloaded. */
  readonly revision: number;
  readonly onState: (state: JsonObject | undefined) => void;
}

interface RenderedComponentProps extends Shown {
  readonly componentId: string;
  readonly place: Place["context"];
  readonly props: JsonObject;
  readonly onProps?: (props: JsonObject) => void;
  readonly onUnfurl?: (url: string) => Promise<void>;
  readonly onComplete?: (returnValue: JsonObject | undefined) => void;
}

/** Renders a component of the integration through the server, as the product does. */
export function RenderedComponent(view: RenderedComponentProps): ReactNode {
  const { session, theme, revision, onState, componentId, place, props, onProps, onUnfurl, onComplete } =
    view;
  const { api, installationId } = session;
  const dispatch = useCallback(
    ({ componentId: rendered, ...body }: ComponentEvent) =>
      api.call(renderComponent, { params: { installationId, componentId: rendered }, body }),
    [api, installationId],
  );
  const loadOptions = ({ url, query }: OptionsRequest) =>
    Array.fromAsync(
      api.list(listSelectOptions, {
        params: { installationId },
        query: { url, query: query === "" ? undefined : query },
      }),
    );
  const context = useMemo(() => ({ ...place, theme }), [place, theme]);
  return (
    <ComponentView
      componentId={componentId}
      props={props}
      context={context}
      revision={revision}
      dispatch={dispatch}
      loadOptions={loadOptions}
      onStateChange={onState}
      onUpdateProps={onProps}
      onUnfurlLink={onUnfurl}
      onComplete={onComplete}
    />
  );
}
