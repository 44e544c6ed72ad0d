import type { ReactNode } from "react";

interface FormProps {
  readonly id?: string;
  readonly className?: string;
  /** Turns off browser validation, so that the server reports problems. */
  readonly noValidate?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that submits without navigation. */
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
