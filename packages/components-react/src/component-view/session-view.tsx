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

/** A component and its host page. */
export interface ShownComponent {
  readonly componentId: string;
  readonly props: JsonObject;
  readonly context: UiContext;
  readonly initialResponse?: UiElementResponse | undefined;
  readonly revision?: number | undefined;
  readonly onStateChange?: ((state: JsonObject | undefined) => void) | undefined;
  readonly host: ComponentHost;
}

interface SessionProps {
  readonly session: ComponentSession;
  readonly host: ComponentHost;
}

/** Renders a component and the modal it opened. Use a different `key` per component ID. */
export function SessionView({ host, revision, onStateChange, ...shown }: ShownComponent): ReactNode {
  const { props, context } = shown;
  const pageHost = { openUrl, ...host };
  const [session] = useState(() => createComponentSession({ ...shown, host: pageHost }));
  useEffect(() => {
    session.setHost(pageHost);
    session.render(props, context, revision);
  });
  useEffect(() => () => session.stop(), [session]);
  const snapshot = useSnapshot(session);
  useEffect(() => onStateChange?.(snapshot.state), [onStateChange, snapshot.state]);
  return (
    <ViewProvider session={session} snapshot={snapshot} host={host}>
      <ViewBody>{snapshot.element && <TreeView root={snapshot.element} />}</ViewBody>
      <OpenModalView session={session} host={host} />
    </ViewProvider>
  );
}

/** Renders the open modal of a session, if any. */
function OpenModalView({ session, host }: SessionProps): ReactNode {
  const { modal } = useSnapshot(session);
  const modalSession = session.getModal();
  return modal && modalSession && <ModalView key={modal.id} session={modalSession} host={host} />;
}

// Nested in the parent's dialog, so that Escape closes only the innermost one.
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

/** Renders a tree with its loading state, failure, and busy state for screen readers. */
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

/** Shows a failure with a retry button if a retry can help. */
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
