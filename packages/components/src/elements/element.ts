import type {
  BlockElement,
  BoxElement,
  CardElement,
  ConfigurationElement,
  HStackElement,
  ModalElement,
  StepElement,
  StepperElement,
  VStackElement,
} from "./container-elements.ts";
import type {
  CodeblockElement,
  DividerElement,
  HintElement,
  ImageElement,
  LinkElement,
  MarkdownElement,
  TextElement,
  WebframeElement,
} from "./content-elements.ts";
import type {
  ButtonElement,
  CheckboxElement,
  InputElement,
  RadioElement,
  SelectElement,
  SwitchElement,
  TextinputElement,
} from "./input-elements.ts";

/** The elements that `render` can return. */
export type RootElement = BlockElement | ModalElement | ConfigurationElement;

/** Elements with a value that the user enters or selects. */
export type ControlElement =
  | TextinputElement
  | SelectElement
  | SwitchElement
  | RadioElement
  | CheckboxElement;

/** Elements allowed in a container ("any element" in the reference). */
export type FlowElement =
  | BlockElement
  | VStackElement
  | HStackElement
  | BoxElement
  | CardElement
  | DividerElement
  | TextElement
  | HintElement
  | MarkdownElement
  | LinkElement
  | ImageElement
  | CodeblockElement
  | ButtonElement
  | InputElement
  | ControlElement
  | WebframeElement;

/** A node of component markup: plain JSON, distinguished by `type`. */
export type Element = RootElement | StepperElement | StepElement | FlowElement;

/** The name of an element, as in JSX. */
export type ElementType = Element["type"];

/** The element of a given name. */
export type ElementOf<Type extends ElementType> = Extract<Element, { readonly type: Type }>;
