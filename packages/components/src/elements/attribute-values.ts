import type { Action } from "./action.ts";

/** Asks the user before an action is performed. */
export interface Confirm {
  readonly title: string;
  readonly text: string;
  /** Label of the button that goes on. */
  readonly confirm: string;
  readonly style?: "primary" | "danger";
}

/** An entry of a block's menu. */
export interface Control {
  readonly label: string;
  readonly onPress: Action;
  readonly icon?: string;
  readonly confirm?: Confirm;
}

/** An entry of a `select`. */
export interface SelectOption {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
}

/** Where a resource is found; an absolute URL. */
export interface UrlSource {
  readonly url: string;
}

// A type alias and not an interface, because only an alias fits where any JSON object fits: inside an action's data.

/**
 * A value the browser fills in from the component's state, without asking the integration: `{ "$state": "email" }` is
 * whatever is under `email` now. Made by `element.dynamicState("email")`.
 */
export type Binding = { readonly $state: string };
