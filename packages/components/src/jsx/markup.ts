import type { InlineContent } from "../elements/content-elements.ts";
import type { Element, ElementOf, ElementType as ElementName } from "../elements/element.ts";

/**
 * The result of a JSX expression: one element, several, or none. A promise if a function component is async.
 * `null`, `undefined`, `true` and `false` render nothing.
 */
export type Markup = SettledMarkup | Promise<SettledMarkup>;

type SettledMarkup = Element | readonly Markup[] | boolean | null | undefined;

/** Children of elements that contain text. Numbers are converted to text. */
export type TextMarkup = Markup | string | number | readonly TextMarkup[];

/** Children of elements that contain only plain text. */
export type PlainText = string | number | boolean | null | undefined | readonly PlainText[];

// TypeScript gives every JSX expression the same type, so attributes that expect an element must accept any
// markup here. The tree check tells them apart.
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

/** The JSX types that TypeScript uses for this package. */
export declare namespace JSX {
  type Element = Markup;
  type ElementType = ElementName | ((props: never) => Markup | Promise<Markup>);
  interface ElementChildrenAttribute {
    children: unknown;
  }
  type IntrinsicElements = { readonly [Type in ElementName]: AttributesOf<ElementOf<Type>> };
}
