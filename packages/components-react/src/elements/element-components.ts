import type { ElementType } from "@plugboard/components";
import { SelectElement } from "../select/select-element.tsx";
import type { ElementComponent } from "../view/element-view.tsx";
import { BlockElement } from "./block-element.tsx";
import { ButtonElement } from "./button-element.tsx";
import { CardElement } from "./card-element.tsx";
import { CodeblockElement } from "./codeblock-element.tsx";
import { ImageElement, MarkdownElement } from "./content-elements.tsx";
import { CheckboxElement, RadioElement, SwitchElement, TextinputElement } from "./control-elements.tsx";
import { HintElement, LinkElement, TextElement } from "./inline-elements.tsx";
import { InputElement } from "./input-element.tsx";
import {
  BoxElement,
  ConfigurationElement,
  DividerElement,
  ModalElement,
  StackElement,
} from "./layout-elements.tsx";
import { StepElement, StepperElement } from "./stepper-element.tsx";
import { WebframeElement } from "./webframe-element.tsx";

const table: Readonly<Record<ElementType, ElementComponent>> = {
  block: BlockElement,
  box: BoxElement,
  button: ButtonElement,
  card: CardElement,
  checkbox: CheckboxElement,
  codeblock: CodeblockElement,
  configuration: ConfigurationElement,
  divider: DividerElement,
  hint: HintElement,
  hstack: StackElement,
  image: ImageElement,
  input: InputElement,
  link: LinkElement,
  markdown: MarkdownElement,
  modal: ModalElement,
  radio: RadioElement,
  select: SelectElement,
  step: StepElement,
  stepper: StepperElement,
  switch: SwitchElement,
  text: TextElement,
  textinput: TextinputElement,
  vstack: StackElement,
  webframe: WebframeElement,
};

/** The React component of each element. */
export const elementComponents: ReadonlyMap<string, ElementComponent> = new Map(Object.entries(table));
