import type { ReactNode } from "react";
import type { UiNode } from "@plugboard/api";
import { readAction, readNodes, readText } from "../tree/read-attribute.ts";
import { ElementChildren, type ElementProps, ElementView } from "../view/element-view.tsx";
import { Icon } from "../view/icon.tsx";
import { Problem } from "../view/problem.tsx";
import { useView } from "../view/view-context.ts";

/** `stepper`: shows the active step, which steps there are, and the way back and on. */
export function StepperElement({ node, path, depth }: ElementProps): ReactNode {
  const { session, snapshot } = useView();
  const onStepChange = readAction(node, "onStepChange");
  const onComplete = readAction(node, "onComplete");
  const steps = readNodes(node, "children").filter(({ type }) => type === "step");
  const active = steps.findIndex((step) => readText(step, "id") === readText(node, "activeStep"));
  const step = steps[active];
  if (step === undefined) return <Problem path={`${path}.activeStep`} message="There is no such step:" />;

  const busy = snapshot.requests.some(({ source }) => source === path);
  const goTo = (target: UiNode | undefined): void => {
    const id = target && readText(target, "id");
    if (busy) return;
    if (id !== undefined && onStepChange) session.change(path, onStepChange, { step: id });
    if (target === undefined && onComplete) session.press(path, onComplete);
  };
  const next = steps[active + 1];
  const stepPath = `${path}.children[${active}]`;
  return (
    <div className="plugboard-stepper">
      <ol className="plugboard-steps" aria-label="Steps">
        {steps.map((step, index) => (
          <StepMark
            key={readText(step, "id") ?? index}
            step={step}
            index={index}
            active={active}
            goTo={goTo}
          />
        ))}
      </ol>
      <ElementView key={stepPath} node={step} path={stepPath} depth={depth + 1} />
      <div className="plugboard-stepper-footer">
        {active > 0 && (
          <button
            type="button"
            className="plugboard-button"
            aria-disabled={busy || undefined}
            onClick={() => goTo(steps[active - 1])}
          >
            Back
          </button>
        )}
        <button
          type="button"
          className="plugboard-button"
          data-style="primary"
          aria-busy={busy}
          aria-disabled={busy || undefined}
          onClick={() => goTo(next)}
        >
          {busy && <span className="plugboard-spinner" />}
          <span>{readText(step, "next") ?? (next === undefined ? "Finish" : "Next")}</span>
        </button>
      </div>
    </div>
  );
}

interface StepMarkProps {
  readonly step: UiNode;
  readonly index: number;
  readonly active: number;
  readonly goTo: (step: UiNode) => void;
}

/** One step in the list of them: a step already done leads back to it. */
function StepMark({ step, index, active, goTo }: StepMarkProps): ReactNode {
  const title = readText(step, "title") ?? `Step ${index + 1}`;
  const number = (
    <span className="plugboard-step-number" aria-hidden="true">
      {index < active ? <Icon name="check" /> : index + 1}
    </span>
  );
  return (
    <li
      className="plugboard-step-mark"
      data-done={index < active || undefined}
      aria-current={index === active ? "step" : undefined}
    >
      {index < active ? (
        <button type="button" onClick={() => goTo(step)}>
          {number}
          {title}
        </button>
      ) : (
        <span>
          {number}
          {title}
        </span>
      )}
    </li>
  );
}

/** `step`: what stands inside the active step. */
export function StepElement(element: ElementProps): ReactNode {
  return (
    <div className="plugboard-vstack">
      <ElementChildren {...element} name="children" />
    </div>
  );
}
