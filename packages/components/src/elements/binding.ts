// A type alias and not an interface, because only an alias fits where any JSON object fits: inside an action's data.

/**
 * A value the browser fills in from the component's state, without asking the integration: `{ "$state": "email" }` is
 * whatever stands under `email` now. Made by `element.dynamicState("email")`.
 */
export type Binding = { readonly $state: string };
