import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { JsonObject, UiContext, UiElementResponse } from "@plugboard/api";
import { type ComponentSession, createComponentSession } from "@plugboard/components/session";
import type { ComponentHost } from "../component-host.ts";
import { ModalFrame } from "./modal-frame.tsx";
import { TreeView } from "./tree-view.tsx";
import { ViewBody } from "./view-body.tsx";
import { ViewProvider } from "./view-provider.tsx";

/** The component to show, and the page it is shown in. */
export interface ShownComponent {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  readonly initialResponse?: UiElementResponse | undefined;
  readonly host: ComponentHost;
}

interface SessionProps {
  readonly session: ComponentSession;
  readonly host: ComponentHost;
}

/** A component in its place in the page, and the modal it opened. A component of another id needs another `key`. */
export function SessionView({ host, ...shown }: ShownComponent): ReactNode {
  const { props, context } = shown;
  const pageHost = { openUrl, ...host };
  const [session] = useState(() => createComponentSession({ ...shown, host: pageHost }));
  useEffect(() => {
    session.setHost(pageHost);
    session.render(props, context);
  });
  useEffect(() => () => session.stop(), [session]);
  const snapshot = useSnapshot(session);
  return (
    <ViewProvider session={session} snapshot={snapshot} host={host}>
      <ViewBody>{snapshot.element && <TreeView root={snapshot.element} />}</ViewBody>
      <OpenModalView session={session} host={host} />
    </ViewProvider>
  );
}

/** The component in the modal that the session's component opened, while that is open. */
function OpenModalView({ session, host }: SessionProps): ReactNode {
  const { modal } = useSnapshot(session);
  const modalSession = session.getModal();
  return modal && modalSession && <ModalView key={modal.id} session={modalSession} host={host} />;
}

function ModalView({ session, host }: SessionProps): ReactNode {
  const snapshot = useSnapshot(session);
  const { element } = snapshot;
  return (
    <ViewProvider session={session} snapshot={snapshot} host={host}>
      <ModalFrame modal={element} onDismiss={session.dismiss}>
        <ViewBody>{element && <TreeView root={element} />}</ViewBody>
      </ModalFrame>
      <OpenModalView session={session} host={host} />
    </ViewProvider>
  );
}

function useSnapshot(session: ComponentSession): ReturnType<ComponentSession["getState"]> {
  return useSyncExternalStore(session.subscribe, session.getState, session.getState);
}

function openUrl(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
