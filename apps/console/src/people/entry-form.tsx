import "./people.css";
import type { ReactNode } from "react";
import { isShownAtField } from "./call-accounts.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import markUrl from "../ui/mark.svg";

interface EntryFormProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly error?: Error | null;
  /** The fields that show their own errors. */
  readonly fields?: readonly string[];
  /** The button's label. No button if `undefined`. */
  readonly action?: string | undefined;
  readonly busy?: boolean;
  readonly onSubmit?: () => void;
  /** Content below the button. */
  readonly below?: ReactNode;
}

/** A page with a single form, for signed-out users. */
export function EntryForm(props: EntryFormProps) {
  const { title, children, error = null, fields = [], action, busy = false, onSubmit, below } = props;
  return (
    <main className="sign-in">
      <title>{`${title} · Plugboard`}</title>
      <div className="panel">
        <img src={markUrl} alt="" width={36} height={36} />
        <h1>{title}</h1>
        <Form className="entry-form" onSubmit={() => onSubmit?.()}>
          {children}
          {!isShownAtField(error, fields) && <ErrorMessage error={error} />}
          {action !== undefined && (
            <button type="submit" className="button" data-variant="primary" disabled={busy}>
              {action}
            </button>
          )}
        </Form>
        {below}
      </div>
    </main>
  );
}
