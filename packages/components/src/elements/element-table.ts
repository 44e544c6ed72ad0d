import type { BuiltInAction } from "./action.ts";
import type { Confirm, Control, SelectOption, UrlSource } from "./attribute-values.ts";
import type { Binding } from "./binding.ts";
import type { ControlElement, ElementOf, ElementType, FlowElement, RootElement } from "./element.ts";

/** Values that are neither an element nor one of the objects of {@link objectTable}. */
export type PlainKind =
  | "string"
  | "number"
  | "positive"
  | "boolean"
  | "stateKey"
  | "webUrl"
  | "linkUrl"
  | "object"
  | "action";

/** Objects of {@link objectTable}. */
export type ObjectKind = "binding" | "confirm" | "control" | "option" | "source" | "target";

/** Sets of kinds, listed in {@link kindGroups}. */
export type KindGroup = "root" | "element" | "inline" | "controlElement";

/** The name of a kind of value. */
export type KindName = PlainKind | ObjectKind | KindGroup | ElementType;

/** A kind, `kind[]` for a list of it, or `[kind]` for a list of exactly one. */
export type Kind = KindName | `${KindName}[]` | `[${KindName}]`;

/** What an attribute may hold: a kind, either of two kinds joined by `|`, or the strings that are allowed. */
export type AttributeKind = NamedKinds | readonly string[];

type NamedKinds = Kind | `${Kind}|${Kind}`;

/** The attributes of an object, children included. A `?` ends the name of an optional one. */
export type Attributes = Readonly<Record<string, AttributeKind>>;

type KindOf<Value> = [Value] extends [string]
  ? string extends Value
    ? NamedKinds
    : readonly Value[]
  : NamedKinds;

// Requires of a table exactly the attributes of the interface it stands for, with the same ones optional, and of a
// choice that the interface allows each of its strings.
type AttributesOf<T, Discriminant extends string> = {
  readonly [K in keyof T & string as K extends Discriminant
    ? never
    : object extends Pick<T, K>
      ? `${K}?`
      : K]: KindOf<Exclude<T[K], undefined>>;
};

/** Sets of kinds that go by one name. */
export const kindGroups: {
  readonly root: readonly RootElement["type"][];
  readonly controlElement: readonly ControlElement["type"][];
  readonly inline: readonly ("string" | "text" | "link")[];
  readonly element: readonly ("controlElement" | FlowElement["type"])[];
} = {
  root: ["block", "modal", "configuration"],
  controlElement: ["textinput", "select", "switch", "radio", "checkbox"],
  inline: ["string", "text", "link"],
  element: [
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
    "controlElement",
    "webframe",
  ],
};

/** Every element: its attributes and, as `children`, what may stand inside it. */
export const elementTable: { readonly [T in ElementType]: AttributesOf<ElementOf<T>, "type"> } = {
  block: { "controls?": "control[]", children: "element[]" },
  configuration: { children: "[stepper]|element[]" },
  modal: {
    "title?": "string",
    "subtitle?": "string",
    "size?": ["medium", "xlarge", "fullscreen"],
    "returnValue?": "object",
    "submit?": "button",
    children: "element[]",
  },
  stepper: { activeStep: "string", onStepChange: "action", onComplete: "action", children: "step[]" },
  step: { id: "string", "title?": "string", "next?": "string", children: "element[]" },
  vstack: { "align?": ["start", "center", "end"], children: "element[]" },
  hstack: { "align?": ["start", "center", "end"], children: "element[]" },
  box: { "grow?": "number", children: "element[]" },
  card: {
    "title?": "string",
    "hint?": "string|hint",
    "icon?": "string|image",
    "onPress?": "action",
    "buttons?": "button[]",
    children: "element[]",
  },
  divider: { "size?": ["small", "medium", "large"] },
  text: { "style?": ["bold", "italic", "code", "strikethrough"], children: "inline[]" },
  hint: { children: "inline[]" },
  markdown: { content: "string|binding" },
  link: { target: "target", children: "string[]" },
  image: { source: "source", aspectRatio: "positive" },
  codeblock: {
    content: "string|binding",
    "syntax?": "string",
    "lineNumbers?": "boolean|number",
    "state?": "stateKey",
    "onContentChange?": "action",
    "buttons?": "button[]",
    "header?": "element[]",
    "footer?": "element[]",
  },
  button: {
    onPress: "action",
    "label?": "string",
    "style?": ["primary", "secondary", "danger"],
    "icon?": "string",
    "trailingIcon?": "string",
    "tooltip?": "string",
    "confirm?": "confirm",
    "disabled?": "boolean",
  },
  input: { label: "string", "hint?": "string|hint", element: "controlElement" },
  textinput: {
    state: "stateKey",
    "initialValue?": "string",
    "placeholder?": "string",
    "multiline?": "boolean",
    "inputType?": ["text", "password", "email"],
    "disabled?": "boolean",
  },
  select: {
    state: "stateKey",
    options: "option[]|source",
    "initialValue?": "string|string[]",
    "multiple?": "boolean",
    "acceptInput?": "boolean",
    "placeholder?": "string",
    "onValueChange?": "action",
    "disabled?": "boolean",
  },
  switch: {
    state: "stateKey",
    "initialValue?": "boolean",
    "onValueChange?": "action",
    "confirm?": "confirm",
    "disabled?": "boolean",
  },
  radio: { state: "stateKey", value: "string|number", "confirm?": "confirm", "disabled?": "boolean" },
  checkbox: { state: "stateKey", value: "string|number", "confirm?": "confirm", "disabled?": "boolean" },
  webframe: { source: "source", "aspectRatio?": "positive", "buttons?": "button[]", "data?": "object" },
};

type Objects = {
  readonly binding: Binding;
  readonly confirm: Confirm;
  readonly control: Control;
  readonly option: SelectOption;
  readonly source: UrlSource;
  readonly target: UrlSource;
};

/** The objects that attributes hold. */
export const objectTable: { readonly [K in ObjectKind]: AttributesOf<Objects[K], never> } = {
  binding: { $state: "stateKey" },
  confirm: { title: "string", text: "string", confirm: "string", "style?": ["primary", "danger"] },
  control: { label: "string", onPress: "action", "icon?": "string", "confirm?": "confirm" },
  option: { id: "string", label: "string", "icon?": "string" },
  source: { url: "webUrl" },
  target: { url: "linkUrl" },
};

type BuiltInOf<Name extends BuiltInAction["action"]> = Extract<BuiltInAction, { readonly action: Name }>;

/** The built-in actions and their data. */
export const actionTable: {
  readonly [Name in BuiltInAction["action"]]: AttributesOf<BuiltInOf<Name>, "action">;
} = {
  "@ui.modal.open": { componentId: "string", props: "object" },
  "@ui.modal.close": { "returnValue?": "object" },
  "@ui.url.open": { url: "linkUrl" },
  "@editor.node.updateProps": { props: "object" },
  "@link.unfurl": { url: "webUrl" },
};
