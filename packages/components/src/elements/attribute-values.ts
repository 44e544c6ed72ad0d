import type { Action } from "./action.ts";

/** Asks the user for confirmation before an action. */
export interface Confirm {
  readonly title: string;
  readonly text: string;
  /** The confirm button's label. */
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

/** The absolute URL of a resource. */
export interface UrlSource {
  readonly url: string;
}

// A type alias, because an interface isn't assignable to a JSON object in an action's data.

/**
 * A reference to the component's state, resolved by the browser: `{ "$state": "email" }` is the current value
 * under `email`. Created by `element.dynamicState("email")`.
 */
export type Binding = { readonly $state: string };
