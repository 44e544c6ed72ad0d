import { useState } from "react";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";

interface ConfirmButtonProps {
  readonly label: string;
  /** The question. */
  readonly title: string;
  readonly consequence: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly variant?: "quiet" | undefined;
  readonly run: () => Promise<unknown>;
}

/** A button for a change that needs confirmation. */
export function ConfirmButton({ label, variant, run, ...question }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useChange(run, () => setOpen(false));
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          {...question}
          busy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(undefined)}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}
