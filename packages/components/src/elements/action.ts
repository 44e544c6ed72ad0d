import type { Json, JsonObject } from "@plugboard/api";

/** Opens a modal: the component `componentId`, rendered with `props`, whose root element is a `modal`. */
export interface ModalOpenAction {
  readonly action: "@ui.modal.open";
  readonly componentId: string;
  readonly props: JsonObject;
}

/** Closes the modal and passes `returnValue` to the component that opened it. */
export interface ModalCloseAction {
  readonly action: "@ui.modal.close";
  readonly returnValue?: JsonObject;
}

/** Opens a web page in a new tab. */
export interface UrlOpenAction {
  readonly action: "@ui.url.open";
  /** An absolute `https:`, `http:` or `mailto:` URL. */
  readonly url: string;
}

/** Replaces the props stored with the block in the document. */
export interface UpdatePropsAction {
  readonly action: "@editor.node.updateProps";
  readonly props: JsonObject;
}

/** Turns a URL in the document into this component. */
export interface LinkUnfurlAction {
  readonly action: "@link.unfurl";
  /** An absolute `https:` or `http:` URL. */
  readonly url: string;
}

/** Actions that the platform performs. Their names start with `@`. */
export type BuiltInAction =
  | ModalOpenAction
  | ModalCloseAction
  | UrlOpenAction
  | UpdatePropsAction
  | LinkUnfurlAction;

type Lower =
  | ("a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m")
  | ("n" | "o" | "p" | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z");
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

/** The name of a component's own action. It starts with a letter, a digit or `_`, never with `@`. */
export type ActionName = `${Lower | Uppercase<Lower> | Digit | "_"}${string}`;

/** A component's own action: a name and data. The browser resolves bindings in the data. */
export interface NamedAction {
  readonly action: ActionName;
  readonly [data: string]: Json | undefined;
}

/**
 * A project's actions. Misspelled names in `onPress` then fail to compile. Add yours under any key by
 * declaration merging:
 *
 * ```ts
 * export {};
 *
 * declare module "@plugboard/components" {
 *   interface ActionRegistry {
 *     counter: { action: "increment" } | { action: "add"; amount: number };
 *   }
 * }
 * ```
 */
export interface ActionRegistry {}

/**
 * An action handled by the component's `action`: those in {@link ActionRegistry}, or any name if it is empty.
 */
export type ComponentAction = [keyof ActionRegistry] extends [never]
  ? NamedAction
  : ActionRegistry[keyof ActionRegistry];

/** The value of attributes such as `onPress`. */
export type Action = BuiltInAction | ComponentAction;
