import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { describeInvalid } from "./describe-invalid.ts";

/** The problems that the last submit found, by the id of the control. */
const FoundProblems = createContext<Readonly<Record<string, string>>>({});

interface FormProps {
  readonly id?: string;
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A form that submits without navigation. If controls are invalid, it shows all their problems beside them and
 * focuses the first one instead.
 */
export function Form({ onSubmit, children, ...attributes }: FormProps) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      {...attributes}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const invalid = [...event.currentTarget.elements].filter(isInvalid);
        setFound(Object.fromEntries(invalid.map((control) => [control.id, describeInvalid(control)])));
        const [first] = invalid;
        if (first === undefined) onSubmit();
        else first.focus();
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLElement && target.id in found) setFound({ ...found, [target.id]: "" });
      }}
    >
      <FoundProblems value={found}>{children}</FoundProblems>
    </form>
  );
}

function isInvalid(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && element.willValidate && !element.validity.valid;
}

/** The attributes that connect a control to its problem. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string;
}

interface FieldState {
  /** The problem to show. */
  readonly problem: string | undefined;
  readonly control: ControlAttributes;
}

/**
 * Returns the problem of a field and the attributes of its control.
 * @param reported - the server's message about the field
 */
export function useField(reported: string | undefined): FieldState {
  const id = useId();
  const found = useContext(FoundProblems)[id];
  const problem = found === undefined || found === "" ? reported : found;
  const isWrong = problem !== undefined || undefined;
  return { problem, control: { id, "aria-invalid": isWrong, "aria-describedby": `${id}-hint` } };
}
