import type { ReactNode } from "react";
import { useChange } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Form } from "../../ui/form.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";

interface ReviewDecisionFormProps {
  /** Kept by the caller: the form is hidden while others change the draft. */
  readonly comment: string;
  readonly onComment: (comment: string) => void;
  readonly decide: (decision: {
    readonly outcome: "approved" | "changes-requested";
    readonly comment: string | undefined;
  }) => Promise<unknown>;
}

/** Approves a review, or asks for changes. */
export function ReviewDecisionForm({ comment, onComment, decide }: ReviewDecisionFormProps): ReactNode {
  const decision = useChange(
    (outcome: "approved" | "changes-requested") =>
      decide({ outcome, comment: comment === "" ? undefined : comment }),
    () => onComment(""),
  );
  return (
    <Form onSubmit={() => decision.mutate("approved")}>
      <LabeledField label="Comment" hint="Required to ask for changes.">
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            value={comment}
            onChange={({ target }) => onComment(target.value)}
          />
        )}
      </LabeledField>
      <ErrorMessage error={decision.error} />
      <div className="row">
        <button type="submit" className="button" data-variant="primary" disabled={decision.isPending}>
          Approve
        </button>
        <Button
          onClick={() => decision.mutate("changes-requested")}
          disabled={decision.isPending || comment.trim() === ""}
        >
          Request changes
        </Button>
      </div>
    </Form>
  );
}
