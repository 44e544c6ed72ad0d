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
export type { Binding, Confirm, Control, SelectOption, UrlSource } from "./elements/attribute-values.ts";
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
  InlineContent,
  LinkElement,
  MarkdownElement,
  Remark,
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
export { actionTable, elementTable, kindGroups, objectTable } from "./elements/element-table.ts";
export {
  type AnyKind,
  type Attribute,
  type Attributes,
  type ChoiceKind,
  type ElementKind,
  type Kind,
  type ListKind,
  nameOfKind,
  type ObjectKind,
  type ScalarKind,
} from "./elements/kind.ts";
export { checkTree, treeLimits } from "./check/check-tree.ts";
export type { Component, RenderResponse } from "./component/component.ts";
export type {
  ActionResult,
  ComponentContext,
  ComponentDefinition,
  ComponentElement,
  HandledAction,
} from "./component/component.ts";
export { createComponent } from "./component/create-component.ts";
export { ComponentError, type ComponentErrorCode } from "./check/component-error.ts";
export type { Markup, PlainText, TextMarkup } from "./jsx/markup.ts";
