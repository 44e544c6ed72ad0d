import type { RequestProblem } from "@plugboard/api/client";
import { ChevronRight } from "lucide-react";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { ControlAttributes } from "../../ui/form.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";
import type { EndpointDraft } from "./endpoint-draft.ts";

/** The props of all form sections. */
export interface SectionProps {
  readonly draft: EndpointDraft;
  /** Whether the form creates an endpoint. */
  readonly isNew: boolean;
  readonly onChange: (change: Partial<EndpointDraft>) => void;
}

/** Provides the form's problems, each with the API path of its field. */
export const ProblemsContext = createContext<readonly RequestProblem[]>([]);

/** The placeholder of a stored secret. */
export const setAlready = "Set. Enter a new value to replace it.";

/** Returns whether a problem is at a field or one of its parts. */
function isAt({ path: at }: RequestProblem, path: string | undefined): boolean {
  return path !== undefined && (at === path || at.startsWith(`${path}.`));
}

interface FormSectionProps {
  readonly title: string;
  /** A summary for the collapsed section. */
  readonly now: string;
  /** The API paths of the section's fields. The section opens if one of them has a problem. */
  readonly paths: readonly string[];
  readonly isOpenAtFirst?: boolean | undefined;
  readonly children: ReactNode;
}

/** A collapsible group of form fields. */
export function FormSection({ title, now, paths, isOpenAtFirst = false, children }: FormSectionProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const problems = useContext(ProblemsContext);
  const isWrong = problems.some((problem) => paths.some((path) => isAt(problem, path)));
  return (
    <details
      className="panel form-section"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <ChevronRight aria-hidden size={16} />
        <h2>{title}</h2>
        <span className="hint clip">{now}</span>
      </summary>
      <div className="settings-form">{children}</div>
    </details>
  );
}

interface FieldProps {
  readonly label: ReactNode;
  /** The API path; `undefined` if the API has no such field. */
  readonly path?: string | undefined;
  readonly hint?: ReactNode;
  /** Whether its parts have fields that show their own problems. */
  readonly hasParts?: boolean | undefined;
  /** Renders the control with these attributes. */
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** A labeled form field with its hint and problems. */
export function Field({ path, hasParts = false, ...field }: FieldProps) {
  const problems = useContext(ProblemsContext)
    .filter((problem) => (hasParts ? problem.path === path : isAt(problem, path)))
    .map(({ message }) => message);
  return <LabeledField {...field} problem={problems.length === 0 ? undefined : problems.join("; ")} />;
}

/** Shows problems at a path that isn't a single field. */
export function ProblemsAt({ path }: { readonly path: string }) {
  const problems = useContext(ProblemsContext).filter((problem) => isAt(problem, path));
  return problems.map(({ message }) => (
    <p key={message} className="problem" role="alert">
      {message}
    </p>
  ));
}
