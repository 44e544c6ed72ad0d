import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import type { UiNode } from "@plugboard/api";
import { hasRemark, Remark } from "../elements/inline-elements.tsx";
import { Icon } from "../icons/icon.tsx";
import { ElementChildren } from "../view/element-view.tsx";
import { readText } from "../view/read-attribute.ts";

interface ModalContentProps {
  /** The rendered `modal`. `undefined` while it loads. */
  readonly modal: UiNode | undefined;
  readonly children: ReactNode;
}

/** Renders the dialog around a component in a modal. The close button is last in the focus order. */
export function ModalContent({ modal = { type: "modal" }, children }: ModalContentProps): ReactNode {
  const title = readText(modal, "title");
  return (
    <>
      <header className="plugboard-dialog-header">
        <Dialog.Title
          className={title === undefined ? "plugboard-visually-hidden" : "plugboard-dialog-title"}
        >
          {title ?? "Dialog"}
        </Dialog.Title>
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
      <Dialog.Close className="plugboard-icon-button plugboard-dialog-close" aria-label="Close">
        <Icon name="close" />
      </Dialog.Close>
    </>
  );
}
