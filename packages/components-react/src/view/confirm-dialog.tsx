import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import type { Confirm } from "@plugboard/components";
import { DialogFrame } from "./dialog-frame.tsx";

interface ConfirmDialogProps {
  readonly confirm: Confirm;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before an action is performed. Focus starts on Cancel, which changes nothing. */
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
