import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { JsonObject, UiContext, UiElementResponse } from "@plugboard/api";
import {
  type ComponentSession,
  createComponentSession,
  type SessionFailure,
} from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";
import type { ComponentHost } from "../view/component-host.ts";
import { DialogFrame } from "../view/dialogs.tsx";
import { TreeView } from "../view/element-view.tsx";
import { readChoice } from "../view/read-attribute.ts";
import { useView, ViewProvider } from "../view/view-context.tsx";
import { ModalContent } from "./modal-content.tsx";

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

// What the modal's component opens is inside its dialog, so that Escape closes the innermost alone.
function ModalView({ session, host }: SessionProps): ReactNode {
  const snapshot = useSnapshot(session);
  const { element } = snapshot;
  const size = element ? readChoice(element, "size", ["medium", "xlarge", "fullscreen"]) : "medium";
  return (
    <DialogFrame className={`plugboard-modal plugboard-modal-${size}`} onDismiss={session.dismiss} focusSelf>
      <ViewProvider session={session} snapshot={snapshot} host={host}>
        <ModalContent modal={element}>
          <ViewBody>{element && <TreeView root={element} />}</ViewBody>
        </ModalContent>
        <OpenModalView session={session} host={host} />
      </ViewProvider>
    </DialogFrame>
  );
}

function useSnapshot(session: ComponentSession): ReturnType<ComponentSession["getState"]> {
  return useSyncExternalStore(session.subscribe, session.getState, session.getState);
}

function openUrl(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}

/** What a view shows around its tree: that it loads, what failed, and to screen readers that it is busy. */
function ViewBody({ children }: { readonly children: ReactNode }): ReactNode {
  const { session, snapshot } = useView();
  const { element, failure, requests } = snapshot;
  const loading = element === undefined && failure === undefined;
  return (
    <>
      {failure && (
        <FailureNotice failure={failure} onRetry={session.retry} onDismiss={session.dismissFailure} />
      )}
      {loading && <Skeleton />}
      {children}
      <output className="plugboard-visually-hidden">
        {loading ? "Loading" : requests.length > 0 ? "Working" : ""}
      </output>
    </>
  );
}

function Skeleton(): ReactNode {
  return (
    <div className="plugboard-skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

interface FailureNoticeProps {
  readonly failure: SessionFailure;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** Says what failed, where it failed, and offers to try again where that can help. */
function FailureNotice({ failure, onRetry, onDismiss }: FailureNoticeProps): ReactNode {
  return (
    <div className="plugboard-failure" role="alert">
      <Icon name="error" />
      <p className="plugboard-failure-message">{failure.message}</p>
      {failure.request && (
        <button type="button" className="plugboard-button" onClick={onRetry}>
          Try again
        </button>
      )}
      <button type="button" className="plugboard-icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
