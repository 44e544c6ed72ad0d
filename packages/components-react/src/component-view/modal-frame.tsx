import { type ReactNode, useId } from "react";
import type { UiNode } from "@plugboard/api";
import { hasRemark, Remark } from "../elements/inline-elements.tsx";
import { Icon } from "../icons/icon.tsx";
import { DialogFrame } from "../view/dialog-frame.tsx";
import { ElementChildren } from "../view/element-view.tsx";
import { readChoice, readText } from "../view/read-attribute.ts";

interface ModalFrameProps {
  /** The `modal` the component rendered; absent while it loads. */
  readonly modal: UiNode | undefined;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** The dialog around a component that was opened as a modal. The button that closes it comes last in the focus order. */
export function ModalFrame({ modal = { type: "modal" }, onDismiss, children }: ModalFrameProps): ReactNode {
  const titleId = useId();
  const title = readText(modal, "title");
  const size = readChoice(modal, "size", ["medium", "xlarge", "fullscreen"]);
  return (
    <DialogFrame
      className={`plugboard-modal plugboard-modal-${size}`}
      labelledBy={titleId}
      onDismiss={onDismiss}
      focusSelf
    >
      <header className="plugboard-dialog-header">
        <h2
          id={titleId}
          className={title === undefined ? "plugboard-visually-hidden" : "plugboard-dialog-title"}
        >
          {title ?? "Dialog"}
        </h2>
        {hasRemark(modal, "subtitle") && (
          <p className="plugboard-dialog-subtitle">
            <Remark node={modal} path="modal" depth={0} name="subtitle" />
          </p>
        )}
      </header>
      <div className="plugboard-dialog-body">{children}</div>
      {modal["submit"] !== undefined && (
        <footer className="plugboard-dialog-footer">
          <ElementChildren node={modal} path="modal" depth={0} name="submit" />
        </footer>
      )}
      <button
        type="button"
        className="plugboard-icon-button plugboard-dialog-close"
        aria-label="Close"
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </DialogFrame>
  );
}
