import { useEffect, useState, useSyncExternalStore } from "react";
import type { JsonObject, UiContext, UiElementResponse } from "@plugboard/api";
import type { ComponentHost } from "../component-host.ts";
import { type ComponentSession, createComponentSession } from "../session/component-session.ts";
import type { SessionState } from "../session/session-state.ts";

/** The component to show, and the page it is shown in. */
export interface ShownComponent {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  readonly initialResponse?: UiElementResponse | undefined;
  readonly host: ComponentHost;
}

/** Keeps a session as long as its React component is mounted; a component of another id needs another `key`. */
export function useComponentSession(shown: ShownComponent): [ComponentSession, SessionState] {
  const { componentId, props, context, initialResponse, host } = shown;
  const [session] = useState(() =>
    createComponentSession({ componentId, props, context, initialResponse, host, openUrl }),
  );
  useEffect(() => {
    session.setHost(host);
    session.render(props, context);
  });
  useEffect(() => () => session.stop(), [session]);
  return [session, useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot)];
}

function openUrl(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
