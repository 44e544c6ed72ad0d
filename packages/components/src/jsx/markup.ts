import type { InlineContent } from "../elements/content-elements.ts";
import type { Element, ElementOf, ElementType as ElementName } from "../elements/element.ts";

/**
 * What a JSX expression is worth: an element, several, or none. It may still be on its way, where a function component
 * is async. `null`, `undefined`, `true` and `false` render nothing.
 */
export type Markup = SettledMarkup | Promise<SettledMarkup>;

type SettledMarkup = Element | readonly Markup[] | boolean | null | undefined;

/** What may be between tags that hold text. A number becomes its digits. */
export type TextMarkup = Markup | string | number | readonly TextMarkup[];

/** What may be between tags that hold text and no element. */
export type PlainText = string | number | boolean | null | undefined | readonly PlainText[];

// JSX types every expression alike, so where an element takes an element as attribute, any markup has to be let through
// here; the check of the tree distinguishes them.
type Written<Value> = Value extends Element | readonly Element[]
  ? Markup
  : Value extends readonly string[]
    ? Value
    : Value extends readonly InlineContent[]
      ? readonly TextMarkup[]
      : Value;

type ChildrenOf<Node> = Node extends { readonly children: readonly (infer Child)[] }
  ? {
      readonly children?: [Child] extends [string] ? PlainText : string extends Child ? TextMarkup : Markup;
    }
  : unknown;

type AttributesOf<Node> = {
  readonly [Name in keyof Node as Exclude<Name, "type" | "children">]: object extends Pick<Node, Name>
    ? Written<Node[Name]> | undefined
    : Written<Node[Name]>;
} & ChildrenOf<Node>;

/** What TypeScript reads to check JSX that is written with this package. */
export declare namespace JSX {
  type Element = Markup;
  type ElementType = ElementName | ((props: never) => Markup | Promise<Markup>);
  interface ElementChildrenAttribute {
    children: unknown;
  }
  type IntrinsicElements = { readonly [Type in ElementName]: AttributesOf<ElementOf<Type>> };
}
