import type { Action } from "./action.ts";
import type { Confirm, SelectOption, UrlSource } from "./attribute-values.ts";
import type { CodeblockElement, Remark } from "./content-elements.ts";
import type { ControlElement } from "./element.ts";

/** Performs an action. */
export interface ButtonElement {
  readonly type: "button";
  readonly onPress: Action;
  readonly label?: string;
  /** `secondary` when absent. */
  readonly style?: "primary" | "secondary" | "danger";
  readonly icon?: string;
  readonly trailingIcon?: string;
  readonly tooltip?: string;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}

/** A labelled control, button or code block. */
export interface InputElement {
  readonly type: "input";
  readonly label: string;
  readonly hint?: Remark;
  readonly element: ControlElement | ButtonElement | CodeblockElement;
}

/** Text the user types. */
export interface TextinputElement {
  readonly type: "textinput";
  /** State key that holds the text. */
  readonly state: string;
  readonly initialValue?: string;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  /** `text` when absent. */
  readonly inputType?: "text" | "password" | "email";
  readonly disabled?: boolean;
}

/** A choice from a list. */
export interface SelectElement {
  readonly type: "select";
  /** State key that holds the id chosen, or the list of ids where `multiple`. */
  readonly state: string;
  /** The options, or an absolute URL that responds with them. */
  readonly options: readonly SelectOption[] | UrlSource;
  readonly initialValue?: string | readonly string[];
  readonly multiple?: boolean;
  /** Whether the user may enter a value that is not in the list. */
  readonly acceptInput?: boolean;
  readonly placeholder?: string;
  /** Performed with `value`, what is chosen now. */
  readonly onValueChange?: Action;
  readonly disabled?: boolean;
}

/** Something that is on or off. */
export interface SwitchElement {
  readonly type: "switch";
  /** State key that holds `true` or `false`. */
  readonly state: string;
  readonly initialValue?: boolean;
  /** Performed with `value`, `true` or `false`. */
  readonly onValueChange?: Action;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}

/** One of several values; radios with the same `state` belong together. */
export interface RadioElement {
  readonly type: "radio";
  /** State key that holds the chosen `value`. */
  readonly state: string;
  readonly value: string | number;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}

/** A value that is chosen or not; checkboxes with the same `state` belong together. */
export interface CheckboxElement {
  readonly type: "checkbox";
  /** State key that holds the list of chosen values. */
  readonly state: string;
  readonly value: string | number;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}
