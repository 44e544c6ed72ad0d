import { checkTree } from "../check/check-tree.ts";
import { checkValue } from "../check/check-value.ts";
import { rootPlace } from "../check/place.ts";
import { componentMaker, type CreateComponent } from "./component-maker.ts";

/**
 * Declares a component: what it shows, and what its actions do to its state.
 *
 * The types of props, state and action are the author's word for what the platform sends. What the component answers is
 * checked: the tree, the state, the props and the return value.
 *
 * @throws {ComponentError} `invalid_definition` when there is no id or no `render`.
 */
export const createComponent: CreateComponent = componentMaker({
  checkTree,
  checkObject: (value, name) => checkValue(rootPlace(value, name), "object"),
});
