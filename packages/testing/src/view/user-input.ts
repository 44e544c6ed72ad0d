import type { UiAction, UiNode } from "@plugboard/api";
import { type FormControl, isAction, isJsonObject, isNode, readControl } from "@plugboard/components/session";
import { childrenOf, walkMarkup } from "./walk-markup.ts";

/** An element or control that a user can press. */
export interface Pressable {
  /** The label. Falls back to the title, tooltip or icon. */
  readonly label: string;
  readonly action: UiAction;
  readonly isDisabled: boolean;
}

/** Returns the elements and controls of a tree that a user can press, in tree order. */
export function findPressables(root: UiNode): readonly Pressable[] {
  return [...walkMarkup(root)].flatMap((node) => [
    ...toPressable(node),
    ...controlsOf(node).flatMap(toPressable),
    ...(node.type === "stepper" ? stepperButtons(node) : []),
  ]);
}

function toPressable(value: Readonly<Record<string, unknown>>): readonly Pressable[] {
  const { onPress, label, title, tooltip, icon, disabled } = value;
  if (!isAction(onPress)) return [];
  const name = [label, title, tooltip, icon].find((text) => typeof text === "string");
  return [{ label: typeof name === "string" ? name : "", action: onPress, isDisabled: disabled === true }];
}

function controlsOf({ controls }: UiNode): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(controls) ? controls.filter(isJsonObject) : [];
}

/** Returns the buttons that the page adds to a stepper. */
function stepperButtons(stepper: UiNode): readonly Pressable[] {
  const { activeStep, onStepChange, onComplete } = stepper;
  const steps = childrenOf(stepper).filter(isNode);
  const active = steps.findIndex(({ id }) => id === activeStep);
  const goTo = (label: string, step: UiNode | undefined, action: unknown) =>
    isAction(action)
      ? [
          {
            label,
            action: { ...action, ...(typeof step?.id === "string" && { step: step.id }) },
            isDisabled: false,
          },
        ]
      : [];
  const next = steps[active + 1];
  const own = steps[active]?.next;
  const nextLabel = typeof own === "string" ? own : next === undefined ? "Finish" : "Next";
  return [
    ...(active > 0 ? goTo("Back", steps[active - 1], onStepChange) : []),
    ...goTo(nextLabel, next, next === undefined ? onComplete : onStepChange),
  ];
}

/** A form control with its label. */
export interface Control extends FormControl {
  /** The label of the enclosing `input`. */
  readonly label: string | undefined;
  readonly isDisabled: boolean;
}

/** Returns all form controls of a tree. */
export function findControls(root: UiNode): readonly Control[] {
  const nodes = [...walkMarkup(root)];
  const labels = new Map(
    nodes.filter(({ type }) => type === "input").map(({ element, label }) => [element, label]),
  );
  return nodes.flatMap((node) => {
    const control = readControl(node);
    if (control === undefined) return [];
    const label = labels.get(node);
    return [
      {
        ...control,
        label: typeof label === "string" ? label : undefined,
        isDisabled: node.disabled === true,
      },
    ];
  });
}
