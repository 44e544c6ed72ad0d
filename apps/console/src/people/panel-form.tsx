import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";

interface PanelFormProps {
  /** The button's label. */
  readonly action: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form in a panel. */
export function PanelForm({ action, busy, error, onSubmit, children }: PanelFormProps) {
  return (
    <Form className="narrow-form" onSubmit={onSubmit}>
      {children}
      <ErrorMessage error={error} />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </Form>
  );
}
