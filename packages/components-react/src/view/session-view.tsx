import type { ReactNode } from "react";
import type { JsonObject, UiContext } from "@plugboard/api";
import type { ComponentHost } from "../component-host.ts";
import type { OpenModal } from "../session/session-state.ts";
import { isRecord } from "../tree/is-record.ts";
import { resolveBindings } from "../tree/resolve-bindings.ts";
import { ModalFrame } from "./modal-frame.tsx";
import { TreeView } from "./tree-view.tsx";
import { type ShownComponent, useComponentSession } from "./use-component-session.ts";
import { ViewBody } from "./view-body.tsx";
import { useView } from "./view-context.ts";
import { ViewProvider } from "./view-provider.tsx";

/** A component in its place in the page, and the modal it opened. */
export function SessionView(shown: ShownComponent): ReactNode {
  const [session, snapshot] = useComponentSession(shown);
  return (
    <ViewProvider session={session} snapshot={snapshot} host={shown.host}>
      <ViewBody>{snapshot.element && <TreeView root={snapshot.element} />}</ViewBody>
      <OpenedModal host={shown.host} context={shown.context} />
    </ViewProvider>
  );
}

function OpenedModal({
  host,
  context,
}: {
  readonly host: ComponentHost;
  readonly context: UiContext;
}): ReactNode {
  const { session, snapshot } = useView();
  const { modal } = snapshot;
  if (modal === undefined) return undefined;
  return (
    <ModalView key={modal.id} modal={modal} context={context} host={host} onClose={session.closeModal} />
  );
}

interface ModalViewProps {
  readonly modal: OpenModal;
  readonly context: UiContext;
  readonly host: ComponentHost;
  readonly onClose: (returnValue: JsonObject | undefined) => void;
}

/** A component in a modal. It closes when the component is complete, or when the user dismisses it. */
function ModalView({ modal, context, host, onClose }: ModalViewProps): ReactNode {
  const modalHost = { ...host, onComplete: onClose };
  const [session, snapshot] = useComponentSession({ ...modal, context, host: modalHost });
  const { element, state = {} } = snapshot;
  const dismiss = (): void => {
    const returnValue = element?.["returnValue"];
    onClose(isRecord(returnValue) ? resolveBindings(returnValue, state) : undefined);
  };
  return (
    <ViewProvider session={session} snapshot={snapshot} host={modalHost}>
      <ModalFrame modal={element} onDismiss={dismiss}>
        <ViewBody>{element && <TreeView root={element} />}</ViewBody>
      </ModalFrame>
      <OpenedModal host={modalHost} context={context} />
    </ViewProvider>
  );
}
