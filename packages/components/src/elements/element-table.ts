import type { JsonObject } from "@plugboard/api";
import type { Action, BuiltInAction } from "./action.ts";
import type { Binding, Confirm, Control, SelectOption, UrlSource } from "./attribute-values.ts";
import type { ElementOf, ElementType } from "./element.ts";
import {
  any,
  type Attributes,
  type AttributesOf,
  choice,
  type Kind,
  type KindOf,
  list,
  object,
  optional,
  scalar,
  single,
} from "./kind.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isUrl = (value: unknown, protocol: RegExp): boolean =>
  isText(value) && protocol.test(value) && URL.canParse(value);

const string = scalar<string>("string", isText);
const number = scalar<number>("number", (value) => typeof value === "number");
const positive = scalar<number>("positive", (value) => typeof value === "number" && value > 0);
const boolean = scalar<boolean>("boolean", (value) => typeof value === "boolean");
const stateKey = scalar<string>(
  "stateKey",
  (value) => isText(value) && value !== "" && value !== "__proto__",
);
const webUrl = scalar<string>("webUrl", (value) => isUrl(value, /^https?:/i));
const linkUrl = scalar<string>("linkUrl", (value) => isUrl(value, /^(https?|mailto):/i));

const jsonObject = object<JsonObject>("Object");
const action = object<Action>("Action");
const binding = object<Binding>("Binding");
const confirm = object<Confirm>("Confirm");

function element<const Name extends ElementType>(...names: readonly Name[]): KindOf<ElementOf<Name>> {
  return { kind: "element", names };
}

const inline = { ...any(string, element("text", "link")), group: "inline" };
const flow = {
  ...element(
    "block",
    "vstack",
    "hstack",
    "box",
    "card",
    "divider",
    "text",
    "hint",
    "markdown",
    "link",
    "image",
    "codeblock",
    "button",
    "input",
    "textinput",
    "select",
    "switch",
    "radio",
    "checkbox",
    "webframe",
  ),
  group: "element",
};

const flowChildren = list(flow);
const inlineChildren = list(inline);
const buttons = optional(list(element("button")));
const align = optional(choice("start", "center", "end"));
const icon = optional(string);
const disabled = optional(boolean);
const remarkKind = { ...any(string, element("hint", "text", "link"), inlineChildren), group: "remark" };
const remark = optional(remarkKind);

/** The elements that `render` can return. */
export const rootKind: Kind = element("block", "modal", "configuration");

/** The attributes of every element. `children` are its allowed contents. */
export const elementTable: Readonly<Record<ElementType, Attributes>> = {
  block: {
    controls: optional(list(object<Control>("Control"))),
    children: flowChildren,
  },
  vstack: { align, children: flowChildren },
  hstack: { align, children: flowChildren },
  box: { grow: optional(number), children: flowChildren },
  card: {
    title: optional(string),
    hint: remark,
    icon: optional(any(string, element("image"))),
    onPress: optional(action),
    buttons,
    children: flowChildren,
  },
  divider: { size: optional(choice("small", "medium", "large")) },
  text: {
    style: optional(choice("bold", "italic", "code", "strikethrough")),
    children: inlineChildren,
  },
  hint: { children: inlineChildren },
  markdown: { content: any(string, binding) },
  link: { target: object<UrlSource>("Target"), children: list(string) },
  image: { source: object<UrlSource>("Source"), aspectRatio: positive },
  codeblock: {
    content: any(string, binding),
    syntax: optional(string),
    lineNumbers: optional(any(boolean, number)),
    state: optional(stateKey),
    onContentChange: optional(action),
    buttons,
    header: optional(flowChildren),
    footer: optional(flowChildren),
  },
  button: {
    onPress: action,
    label: optional(string),
    style: optional(choice("primary", "secondary", "danger")),
    icon,
    trailingIcon: icon,
    tooltip: optional(string),
    confirm: optional(confirm),
    disabled,
  },
  input: {
    label: string,
    hint: remark,
    element: element("textinput", "select", "switch", "radio", "checkbox", "button", "codeblock"),
  },
  textinput: {
    state: stateKey,
    initialValue: optional(string),
    placeholder: optional(string),
    multiline: optional(boolean),
    inputType: optional(choice("text", "password", "email")),
    disabled,
  },
  select: {
    state: stateKey,
    options: any(list(object<SelectOption>("Option")), object<UrlSource>("Source")),
    initialValue: optional(any(string, list(string))),
    multiple: optional(boolean),
    acceptInput: optional(boolean),
    placeholder: optional(string),
    onValueChange: optional(action),
    disabled,
  },
  switch: {
    state: stateKey,
    initialValue: optional(boolean),
    onValueChange: optional(action),
    confirm: optional(confirm),
    disabled,
  },
  radio: { state: stateKey, value: any(string, number), confirm: optional(confirm), disabled },
  checkbox: { state: stateKey, value: any(string, number), confirm: optional(confirm), disabled },
  webframe: {
    source: object<UrlSource>("Source"),
    aspectRatio: optional(positive),
    buttons,
    data: optional(jsonObject),
  },
  modal: {
    title: optional(string),
    subtitle: remark,
    size: optional(choice("medium", "xlarge", "fullscreen")),
    returnValue: optional(jsonObject),
    submit: optional(element("button")),
    children: flowChildren,
  },
  configuration: { children: any(single(element("stepper")), flowChildren) },
  stepper: {
    activeStep: string,
    onStepChange: action,
    onComplete: action,
    children: list(element("step")),
  },
  step: { id: string, title: optional(string), next: optional(string), children: flowChildren },
} satisfies { readonly [Type in ElementType]: AttributesOf<ElementOf<Type>> };

/** The objects used in attributes. */
export const objectTable: Readonly<Record<keyof Objects, Attributes>> = {
  Binding: { $state: stateKey },
  Confirm: { title: string, text: string, confirm: string, style: optional(choice("primary", "danger")) },
  Control: { label: string, onPress: action, icon, confirm: optional(confirm) },
  Option: { id: string, label: string, icon },
  Source: { url: webUrl },
  Target: { url: linkUrl },
} satisfies { readonly [Name in keyof Objects]: AttributesOf<Objects[Name]> };

interface Objects {
  Binding: Binding;
  Confirm: Confirm;
  Control: Control;
  Option: SelectOption;
  Source: UrlSource;
  Target: UrlSource;
}

/** The built-in actions and their data. */
export const actionTable: Readonly<Record<BuiltInAction["action"], Attributes>> = {
  "@ui.modal.open": { componentId: string, props: jsonObject },
  "@ui.modal.close": { returnValue: optional(jsonObject) },
  "@ui.url.open": { url: linkUrl },
  "@editor.node.updateProps": { props: jsonObject },
  "@link.unfurl": { url: webUrl },
} satisfies { readonly [Each in BuiltInAction as Each["action"]]: AttributesOf<Each> };

/** Named kinds: content of a container, content of a line of text, and a remark next to a label. */
export const kindGroups: Readonly<Record<"element" | "inline" | "remark", Kind>> = {
  element: flow,
  inline,
  remark: remarkKind,
};
