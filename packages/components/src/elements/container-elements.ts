import type { JsonObject } from "@plugboard/api";
import type { Action } from "./action.ts";
import type { Control } from "./attribute-values.ts";
import type { ImageElement, Remark } from "./content-elements.ts";
import type { FlowElement } from "./element.ts";
import type { ButtonElement } from "./input-elements.ts";

/** The root of a component in a document. Also groups elements inside another container. */
export interface BlockElement {
  readonly type: "block";
  /** Entries of the block's menu. */
  readonly controls?: readonly Control[];
  readonly children: readonly FlowElement[];
}

/** The root of a component on the configuration screen. */
export interface ConfigurationElement {
  readonly type: "configuration";
  /** Any elements, or a single `stepper`. */
  readonly children: readonly FlowElement[] | readonly [StepperElement];
}

/** The root of a component shown in a dialog. */
export interface ModalElement {
  readonly type: "modal";
  readonly title?: string;
  readonly subtitle?: Remark;
  /** Defaults to `medium`. */
  readonly size?: "medium" | "xlarge" | "fullscreen";
  /** The value passed to the opener if the user dismisses the modal. Bindings are resolved. */
  readonly returnValue?: JsonObject;
  /** The main button in the modal's footer. */
  readonly submit?: ButtonElement;
  readonly children: readonly FlowElement[];
}

/** A wizard on the configuration screen. */
export interface StepperElement {
  readonly type: "stepper";
  /** The `id` of the visible step. */
  readonly activeStep: string;
  /** Performed with `step`, the ID of the step to show. */
  readonly onStepChange: Action;
  /** Performed when the user completes the last step. */
  readonly onComplete: Action;
  readonly children: readonly StepElement[];
}

/** One page of a `stepper`. */
export interface StepElement {
  readonly type: "step";
  readonly id: string;
  readonly title?: string;
  /** The label of the button that continues. Defaults to "Next". */
  readonly next?: string;
  readonly children: readonly FlowElement[];
}

/** Stacks children vertically. */
export interface VStackElement {
  readonly type: "vstack";
  readonly align?: "start" | "center" | "end";
  readonly children: readonly FlowElement[];
}

/** Arranges children horizontally. */
export interface HStackElement {
  readonly type: "hstack";
  readonly align?: "start" | "center" | "end";
  readonly children: readonly FlowElement[];
}

/** An item in a stack that can grow. */
export interface BoxElement {
  readonly type: "box";
  /** The share of free space relative to other boxes. Defaults to 0. */
  readonly grow?: number;
  readonly children: readonly FlowElement[];
}

/** A framed group with a heading. */
export interface CardElement {
  readonly type: "card";
  readonly title?: string;
  readonly hint?: Remark;
  readonly icon?: string | ImageElement;
  /** Makes the whole card clickable. */
  readonly onPress?: Action;
  readonly buttons?: readonly ButtonElement[];
  readonly children: readonly FlowElement[];
}
