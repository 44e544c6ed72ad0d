import type { InlineContent } from "../elements/content-elements.ts";
import type { Element, ElementOf, ElementType as ElementName } from "../elements/element.ts";
import type { Markup, PlainText, TextMarkup } from "./markup.ts";

// JSX types every expression alike, so where an element takes an element as attribute, any markup has to be let through
// here; the check of the tree tells them apart.
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
