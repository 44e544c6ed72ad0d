import type { JsonObject } from "@plugboard/api";
import type { Action } from "./action.ts";
import type { Control } from "./attribute-values.ts";
import type { ImageElement, Remark } from "./content-elements.ts";
import type { FlowElement } from "./element.ts";
import type { ButtonElement } from "./input-elements.ts";

/** The root of a component in a document; also groups elements inside another container. */
export interface BlockElement {
  readonly type: "block";
  /** Entries of the block's menu. */
  readonly controls?: readonly Control[];
  readonly children: readonly FlowElement[];
}

/** The root of a component on the configuration screen. */
export interface ConfigurationElement {
  readonly type: "configuration";
  /** Any elements, or a `stepper` alone. */
  readonly children: readonly FlowElement[] | readonly [StepperElement];
}

/** The root of a component shown in a dialog. */
export interface ModalElement {
  readonly type: "modal";
  readonly title?: string;
  readonly subtitle?: Remark;
  /** `medium` when absent. */
  readonly size?: "medium" | "xlarge" | "fullscreen";
  /** What the opener receives when the user dismisses the modal; bindings in it are filled in. */
  readonly returnValue?: JsonObject;
  /** The main button, shown in the modal's footer. */
  readonly submit?: ButtonElement;
  readonly children: readonly FlowElement[];
}

/** Leads through the steps of a configuration. */
export interface StepperElement {
  readonly type: "stepper";
  /** `id` of the step that is shown. */
  readonly activeStep: string;
  /** Performed with `step`, the id of the step the user goes to. */
  readonly onStepChange: Action;
  /** Performed when the user leaves the last step. */
  readonly onComplete: Action;
  readonly children: readonly StepElement[];
}

/** One page of a `stepper`. */
export interface StepElement {
  readonly type: "step";
  readonly id: string;
  readonly title?: string;
  /** Label of the button that leads on; "Next" when absent. */
  readonly next?: string;
  readonly children: readonly FlowElement[];
}

/** Children below each other. */
export interface VStackElement {
  readonly type: "vstack";
  readonly align?: "start" | "center" | "end";
  readonly children: readonly FlowElement[];
}

/** Children beside each other. */
export interface HStackElement {
  readonly type: "hstack";
  readonly align?: "start" | "center" | "end";
  readonly children: readonly FlowElement[];
}

/** A part of a stack that may take the room left over. */
export interface BoxElement {
  readonly type: "box";
  /** Share of the free room, in proportion to the other boxes; 0 when absent. */
  readonly grow?: number;
  readonly children: readonly FlowElement[];
}

/** A framed group with a heading. */
export interface CardElement {
  readonly type: "card";
  readonly title?: string;
  readonly hint?: Remark;
  readonly icon?: string | ImageElement;
  /** Makes the whole card a button. */
  readonly onPress?: Action;
  readonly buttons?: readonly ButtonElement[];
  readonly children: readonly FlowElement[];
}
