import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { ElementChildren, type ElementProps, ElementView, Problem } from "../view/element-view.tsx";
import { readAction, readNodes, readText } from "../view/read-attribute.ts";
import { useView } from "../view/view-context.tsx";

/** `stepper`: shows the active step, the list of steps, and back and next buttons. */
export function StepperElement({ node, path, depth }: ElementProps): ReactNode {
  const { session, snapshot } = useView();
  const steps = readNodes(node, "children").filter(({ type }) => type === "step");
  const active = steps.findIndex((step) => readText(step, "id") === readText(node, "activeStep"));
  const step = steps[active];
  if (step === undefined) return <Problem path={`${path}.activeStep`} message="Unknown step:" />;

  const busy = snapshot.requests.some(({ source }) => source === path);
  const onStepChange = readAction(node, "onStepChange");
  const onComplete = readAction(node, "onComplete");
  const goTo = (index: number): void => {
    const target = steps[index];
    if (busy) return;
    if (target === undefined && onComplete) session.press(path, onComplete);
    if (target && onStepChange) session.change(path, onStepChange, { step: readText(target, "id") });
  };
  const stepPath = `${path}.children[${active}]`;
  const isLast = active === steps.length - 1;
  return (
    <div className="plugboard-stepper">
      <ol className="plugboard-steps" aria-label="Steps">
        {steps.map((step, index) => (
          <StepMark
            key={readText(step, "id") ?? index}
            title={readText(step, "title") ?? `Step ${index + 1}`}
            number={index + 1}
            offset={Math.sign(index - active)}
            onPress={() => goTo(index)}
          />
        ))}
      </ol>
      <ElementView node={step} path={stepPath} depth={depth + 1} />
      <StepperFooter
        next={readText(step, "next") ?? (isLast ? "Finish" : "Next")}
        busy={busy}
        onBack={active > 0 ? () => goTo(active - 1) : undefined}
        onNext={() => goTo(active + 1)}
      />
    </div>
  );
}

interface StepperFooterProps {
  readonly next: string;
  readonly busy: boolean;
  /** `undefined` on the first step. */
  readonly onBack: (() => void) | undefined;
  readonly onNext: () => void;
}

function StepperFooter({ next, busy, onBack, onNext }: StepperFooterProps): ReactNode {
  return (
    <div className="plugboard-stepper-footer">
      {onBack && (
        <button type="button" className="plugboard-button" aria-disabled={busy || undefined} onClick={onBack}>
          Back
        </button>
      )}
      <button
        type="button"
        className="plugboard-button"
        data-style="primary"
        aria-busy={busy}
        aria-disabled={busy || undefined}
        onClick={onNext}
      >
        {busy && <span className="plugboard-spinner" />}
        <span>{next}</span>
      </button>
    </div>
  );
}

/** `step`: the content of the active step. */
export function StepElement(element: ElementProps): ReactNode {
  return (
    <div className="plugboard-vstack">
      <ElementChildren {...element} name="children" />
    </div>
  );
}

interface StepMarkProps {
  readonly title: string;
  readonly number: number;
  /** Negative for completed steps, zero for the active one, positive for later ones. */
  readonly offset: number;
  readonly onPress: () => void;
}

/** Renders an entry of the step list. Completed steps are links. */
function StepMark({ title, number, offset, onPress }: StepMarkProps): ReactNode {
  const done = offset < 0;
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
      aria-current={offset === 0 ? "step" : undefined}
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
