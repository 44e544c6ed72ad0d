import { type ReactNode, useId } from "react";
import type { Confirm } from "@plugboard/components";
import { DialogFrame } from "./dialog-frame.tsx";

interface ConfirmDialogProps {
  readonly confirm: Confirm;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before an action is performed. Focus starts on Cancel, the answer that changes nothing. */
export function ConfirmDialog({ confirm, onConfirm, onCancel }: ConfirmDialogProps): ReactNode {
  const id = useId();
  return (
    <DialogFrame
      className="plugboard-confirm"
      role="alertdialog"
      labelledBy={`${id}title`}
      describedBy={`${id}text`}
      onDismiss={onCancel}
    >
      <h2 id={`${id}title`} className="plugboard-dialog-title">
        {confirm.title}
      </h2>
      <p id={`${id}text`} className="plugboard-dialog-subtitle">
        {confirm.text}
      </p>
      <div className="plugboard-dialog-footer">
        <button type="button" className="plugboard-button" onClick={onCancel}>
          Cancel
        </button>
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
