import type { ReactNode } from "react";
import { Icon } from "../view/icon.tsx";

interface StepMarkProps {
  readonly title: string;
  readonly number: number;
  /** Below zero where the step is done, zero where it is shown, above zero where it is still to come. */
  readonly place: number;
  readonly onPress: () => void;
}

/** One step in the list of them: a step already done leads back to it. */
export function StepMark({ title, number, place, onPress }: StepMarkProps): ReactNode {
  const done = place < 0;
  const content = (
    <>
      <span className="plugboard-step-number" aria-hidden="true">
        {done ? <Icon name="check" /> : number}
      </span>
      {title}
    </>
  );
  return (
    <li
      className="plugboard-step-mark"
      data-done={done || undefined}
      aria-current={place === 0 ? "step" : undefined}
    >
      {done ? (
        <button type="button" onClick={onPress}>
          {content}
        </button>
      ) : (
        <span>{content}</span>
      )}
    </li>
  );
}
