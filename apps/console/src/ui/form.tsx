import type { ReactNode } from "react";

interface FormProps {
  readonly id?: string;
  readonly className?: string;
  /** Leaves it to the server to say what is wrong. */
  readonly noValidate?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that is sent without leaving the page. */
export function Form({ onSubmit, children, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
