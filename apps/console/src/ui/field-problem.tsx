/** The message about the value of a field. */
export function FieldProblem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <span className="problem" role="alert">
      {problem}
    </span>
  );
}
