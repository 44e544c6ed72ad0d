import type { RequestProblem } from "@plugboard/api/client";
import { ChevronRight } from "lucide-react";
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import type { EndpointDraft } from "./endpoint-draft.ts";

/** What every section of the form works with. */
export interface SectionProps {
  readonly draft: EndpointDraft;
  /** Whether the endpoint is made, and not changed. */
  readonly isNew: boolean;
  readonly onChange: (change: Partial<EndpointDraft>) => void;
}

/** What is wrong with what was typed, each at the field's name in the API. */
export const ProblemsContext = createContext<readonly RequestProblem[]>([]);

/** Whether a problem is at a field, or at a part of it. */
function isAt({ path: at }: RequestProblem, path: string | undefined): boolean {
  return path !== undefined && (at === path || at.startsWith(`${path}.`));
}

interface FormSectionProps {
  readonly title: string;
  /** What it says now, for a section that is closed. */
  readonly now: string;
  /** The fields in it, by their names in the API: it opens by itself when one of them is wrong. */
  readonly paths: readonly string[];
  readonly isOpenAtFirst?: boolean | undefined;
  readonly children: ReactNode;
}

/** Fields of the form that belong together, which can be closed. */
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
  /** Its name in the API; absent where the API has none for it. */
  readonly path?: string | undefined;
  readonly hint?: ReactNode;
  /** Whether its parts have fields of their own, which say what is wrong with them. */
  readonly hasParts?: boolean | undefined;
  /** The control, which takes these attributes. */
  readonly children: (described: Described) => ReactNode;
}

interface Described {
  readonly "aria-describedby": string;
  readonly "aria-invalid": true | undefined;
}

/** A field with what it is for, and what is wrong with it. */
export function Field({ label, path, hint, hasParts = false, children }: FieldProps) {
  const problems = useContext(ProblemsContext)
    .filter((problem) => (hasParts ? problem.path === path : isAt(problem, path)))
    .map(({ message }) => message);
  const id = useId();
  return (
    <div className="setting" data-invalid={problems.length > 0 || undefined}>
      <label>
        <span>{label}</span>
        {children({ "aria-describedby": id, "aria-invalid": problems.length > 0 || undefined })}
      </label>
      <div id={id}>
        <ProblemList problems={problems} />
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
    </div>
  );
}

/** What is wrong at a place that is no single field. */
export function ProblemsAt({ path }: { readonly path: string }) {
  const problems = useContext(ProblemsContext).filter((problem) => isAt(problem, path));
  return <ProblemList problems={problems.map(({ message }) => message)} />;
}

function ProblemList({ problems }: { readonly problems: readonly string[] }) {
  return problems.map((message) => (
    <p key={message} className="problem" role="alert">
      {message}
    </p>
  ));
}
