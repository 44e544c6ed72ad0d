import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import type { Confirm } from "@plugboard/components";
import { usePopupLayer } from "./popup-layer.tsx";

interface DialogFrameProps {
  readonly className: string;
  /** Whether the dialog is an alert that requires a decision. */
  readonly alert?: boolean;
  /** Whether the dialog itself gets focus instead of its first control. */
  readonly focusSelf?: boolean;
  /** Called when the user presses Escape or a `Dialog.Close`. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** A modal dialog that is open while mounted. Name it with a `Dialog.Title` and a `Dialog.Description`. */
export function DialogFrame(props: DialogFrameProps): ReactNode {
  const { className, alert = false, focusSelf = false, onDismiss, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const onOpenChange = (open: boolean): void => {
    if (!open) onDismiss();
  };
  const content = (
    <Dialog.Portal container={usePopupLayer()}>
      <Dialog.Backdrop className="plugboard-backdrop" forceRender />
      <Dialog.Popup
        ref={popup}
        className={`plugboard-dialog ${className}`}
        initialFocus={focusSelf ? popup : undefined}
      >
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  );
  if (alert) {
    return (
      <AlertDialog.Root open onOpenChange={onOpenChange}>
        {content}
      </AlertDialog.Root>
    );
  }
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={onOpenChange}>
      {content}
    </Dialog.Root>
  );
}

interface ConfirmDialogProps {
  readonly confirm: Confirm;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation before an action. Focus starts on Cancel. */
export function ConfirmDialog({ confirm, onConfirm, onCancel }: ConfirmDialogProps): ReactNode {
  return (
    <DialogFrame className="plugboard-confirm" alert onDismiss={onCancel}>
      <Dialog.Title className="plugboard-dialog-title">{confirm.title}</Dialog.Title>
      <Dialog.Description className="plugboard-dialog-subtitle">{confirm.text}</Dialog.Description>
      <div className="plugboard-dialog-footer">
        <Dialog.Close className="plugboard-button">Cancel</Dialog.Close>
        <button
          type="button"
          className="plugboard-button"
          data-style={confirm.style === "danger" ? "danger" : "primary"}
          onClick={onConfirm}
        >
          {confirm.confirm}
        </button>
      </div>
    </DialogFrame>
  );
}
