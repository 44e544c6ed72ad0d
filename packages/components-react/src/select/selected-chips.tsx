import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

interface SelectedChipsProps {
  readonly ids: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly disabled: boolean;
  readonly onChange: (ids: readonly string[]) => void;
}

/** The values chosen in a combobox that takes several, each with a button that removes it. */
export function SelectedChips({ ids, labels, disabled, onChange }: SelectedChipsProps): ReactNode {
  return ids.map((id) => {
    const label = labels.get(id) ?? id;
    return (
      <span key={id} className="plugboard-chip">
        {label}
        <button
          type="button"
          aria-label={`Remove ${label}`}
          disabled={disabled}
          onClick={() => onChange(ids.filter((other) => other !== id))}
        >
          <Icon name="close" />
        </button>
      </span>
    );
  });
}
