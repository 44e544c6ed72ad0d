import { type ReactNode, useLayoutEffect, useRef } from "react";

interface DialogFrameProps {
  readonly className: string;
  readonly role?: "dialog" | "alertdialog";
  /** Id of the element that names the dialog. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  /** The user pressed Escape. */
  readonly onDismiss: () => void;
  /** Whether focus starts on the dialog itself instead of its first control. */
  readonly focusSelf?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal `<dialog>` that is open while it is mounted. The browser keeps the focus inside and everything behind it inert,
 * and gives the focus back to where it was when the dialog closes.
 */
export function DialogFrame(props: DialogFrameProps): ReactNode {
  const {
    className,
    role = "dialog",
    labelledBy,
    describedBy,
    onDismiss,
    focusSelf = false,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    if (focusSelf) opened?.focus();
    return () => opened?.close();
  }, [focusSelf]);
  return (
    <dialog
      ref={dialog}
      className={`plugboard-dialog ${className}`}
      role={role}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      {children}
    </dialog>
  );
}
