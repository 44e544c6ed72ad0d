import type { Element } from "../elements/element.ts";

/**
 * What a JSX expression is worth: an element, several, or none. It may still be on its way, where a function component
 * is async. `null`, `undefined`, `true` and `false` render nothing.
 */
export type Markup = SettledMarkup | Promise<SettledMarkup>;

type SettledMarkup = Element | readonly Markup[] | boolean | null | undefined;

/** What may stand between tags that hold text. A number becomes its digits. */
export type TextMarkup = Markup | string | number | readonly TextMarkup[];

/** What may stand between tags that hold text and no element. */
export type PlainText = string | number | boolean | null | undefined | readonly PlainText[];
