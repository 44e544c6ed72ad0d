import type { Action } from "./action.ts";
import type { Confirm, SelectOption, UrlSource } from "./attribute-values.ts";
import type { CodeblockElement, Remark } from "./content-elements.ts";
import type { ControlElement } from "./element.ts";

/** Performs an action. */
export interface ButtonElement {
  readonly type: "button";
  readonly onPress: Action;
  readonly label?: string;
  /** Defaults to `secondary`. */
  readonly style?: "primary" | "secondary" | "danger";
  readonly icon?: string;
  readonly trailingIcon?: string;
  readonly tooltip?: string;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}

/** A labeled control, button or code block. */
export interface InputElement {
  readonly type: "input";
  readonly label: string;
  readonly hint?: Remark;
  readonly element: ControlElement | ButtonElement | CodeblockElement;
}

/** A text field. */
export interface TextinputElement {
  readonly type: "textinput";
  /** The state key of the text. */
  readonly state: string;
  readonly initialValue?: string;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  /** Defaults to `text`. */
  readonly inputType?: "text" | "password" | "email";
  readonly disabled?: boolean;
}

/** A selection from a list. */
export interface SelectElement {
  readonly type: "select";
  /** The state key of the selected ID, or of a list of IDs if `multiple`. */
  readonly state: string;
  /** The options, or an absolute URL that returns them. */
  readonly options: readonly SelectOption[] | UrlSource;
  readonly initialValue?: string | readonly string[];
  readonly multiple?: boolean;
  /** Allows values that are not in the list. */
  readonly acceptInput?: boolean;
  readonly placeholder?: string;
  /** Performed with `value`, the current selection. */
  readonly onValueChange?: Action;
  readonly disabled?: boolean;
}

/** An on/off switch. */
export interface SwitchElement {
  readonly type: "switch";
  /** The state key of the boolean value. */
  readonly state: string;
  readonly initialValue?: boolean;
  /** Performed with `value`, `true` or `false`. */
  readonly onValueChange?: Action;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}

/** One of several values. Radios with the same `state` form a group. */
export interface RadioElement {
  readonly type: "radio";
  /** The state key of the selected `value`. */
  readonly state: string;
  readonly value: string | number;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}

/** A value that can be selected. Checkboxes with the same `state` form a group. */
export interface CheckboxElement {
  readonly type: "checkbox";
  /** The state key of the list of selected values. */
  readonly state: string;
  readonly value: string | number;
  readonly confirm?: Confirm;
  readonly disabled?: boolean;
}
