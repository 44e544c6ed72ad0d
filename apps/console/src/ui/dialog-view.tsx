import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { ErrorMessage } from "./error-message.tsx";
import { Form } from "./form.tsx";
import { isShownAtFields } from "./text-field.tsx";

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
}

/** A modal dialog, open while mounted. */
export function Dialog({ title, description, onClose, children, footer }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  // The first field, or Base UI's default if there are no fields.
  const initialFocus = () =>
    body.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select") ?? true;
  return (
    <BaseDialog.Root open onOpenChange={(open) => open || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="plugboard-backdrop dialog-backdrop" />
        <BaseDialog.Popup className="plugboard-dialog dialog" initialFocus={initialFocus}>
          <div className="plugboard-dialog-header">
            <BaseDialog.Title className="plugboard-dialog-title">{title}</BaseDialog.Title>
            {description !== undefined && (
              <BaseDialog.Description className="plugboard-dialog-subtitle">
                {description}
              </BaseDialog.Description>
            )}
          </div>
          <BaseDialog.Close
            className="button plugboard-dialog-close"
            data-icon-only
            data-variant="quiet"
            aria-label="Close"
          >
            <X aria-hidden size={16} />
          </BaseDialog.Close>
          <div ref={body} className="plugboard-dialog-body">
            {children}
          </div>
          {footer !== undefined && <div className="plugboard-dialog-footer">{footer}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export interface FormDialogProps extends Omit<DialogProps, "footer"> {
  /** The label of the submit button: “Invite”. */
  readonly action: string;
  readonly busy: boolean;
  readonly error: Error | null;
  /** The API names of the fields that show their own problems. */
  readonly fields?: readonly string[];
  readonly onSubmit: () => void;
}

/** A dialog with a form. Its children are the fields. */
export function FormDialog({
  action,
  busy,
  error,
  fields = [],
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          {action}
        </Button>
      }
    >
      <Form id={id} className="entry-form" onSubmit={onSubmit}>
        {children}
      </Form>
      {!isShownAtFields(error, fields) && <ErrorMessage error={error} />}
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  /** The consequence of confirming. */
  readonly consequence: ReactNode;
  /** The label of the confirm button: “Remove”. */
  readonly action: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation before an action that can't be undone. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, consequence, action, busy, error, onConfirm, onCancel } = props;
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="plugboard-backdrop dialog-backdrop" />
        <AlertDialog.Popup className="plugboard-dialog plugboard-confirm dialog">
          <AlertDialog.Title className="plugboard-dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="plugboard-dialog-subtitle" render={<div />}>
            {consequence}
            <ErrorMessage error={error} />
          </AlertDialog.Description>
          <div className="plugboard-dialog-footer">
            <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
            <Button variant="danger" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
