import { type CreateComponent, componentMaker } from "./component/component-maker.ts";

/**
 * `createComponent` without the check of what a component answers, for a bundle that has to be small: a mistake in the
 * markup then shows as a part that is missing in the page.
 *
 * @throws {ComponentError} `invalid_definition` when there is no id or no `render`.
 */
export const createComponent: CreateComponent = componentMaker({
  checkTree: () => {},
  checkObject: () => {},
});
