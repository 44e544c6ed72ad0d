export type {
  Action,
  ActionName,
  ActionRegistry,
  BuiltInAction,
  ComponentAction,
  LinkUnfurlAction,
  ModalCloseAction,
  ModalOpenAction,
  NamedAction,
  UpdatePropsAction,
  UrlOpenAction,
} from "./elements/action.ts";
export type { Confirm, Control, SelectOption, UrlSource } from "./elements/attribute-values.ts";
export type { Binding } from "./elements/binding.ts";
export type {
  BlockElement,
  BoxElement,
  CardElement,
  ConfigurationElement,
  HStackElement,
  ModalElement,
  StepElement,
  StepperElement,
  VStackElement,
} from "./elements/container-elements.ts";
export type {
  CodeblockElement,
  DividerElement,
  HintElement,
  ImageElement,
  LinkElement,
  MarkdownElement,
  TextElement,
  WebframeElement,
} from "./elements/content-elements.ts";
export type {
  ControlElement,
  Element,
  ElementOf,
  ElementType,
  FlowElement,
  RootElement,
} from "./elements/element.ts";
export type {
  ButtonElement,
  CheckboxElement,
  InputElement,
  RadioElement,
  SelectElement,
  SwitchElement,
  TextinputElement,
} from "./elements/input-elements.ts";
export {
  actionTable,
  type AttributeKind,
  type Attributes,
  elementTable,
  kindGroups,
  objectTable,
} from "./elements/element-table.ts";
export { checkTree } from "./check/check-tree.ts";
export { treeLimits } from "./check/tree-limits.ts";
export type { Component, RenderResponse } from "./component/component.ts";
export type {
  ActionResult,
  ComponentContext,
  ComponentDefinition,
  ComponentElement,
  HandledAction,
} from "./component/component-definition.ts";
export { createComponent } from "./component/create-component.ts";
export { ComponentError, type ComponentErrorCode } from "./component-error.ts";
export type { Markup, PlainText, TextMarkup } from "./jsx/markup.ts";
