import type { JsonObject } from "@plugboard/api";
import type { Action } from "./action.ts";
import type { Binding, UrlSource } from "./attribute-values.ts";
import type { FlowElement } from "./element.ts";
import type { ButtonElement } from "./input-elements.ts";

/** A horizontal separator line. */
export interface DividerElement {
  readonly type: "divider";
  /** The space around the line. Defaults to `medium`. */
  readonly size?: "small" | "medium" | "large";
}

/** Content of a line of text. */
export type InlineContent = string | TextElement | LinkElement;

/** A remark next to a label: text, an element with text, or a list of these. */
export type Remark = string | HintElement | TextElement | LinkElement | readonly InlineContent[];

/** Text in one style. */
export interface TextElement {
  readonly type: "text";
  readonly style?: "bold" | "italic" | "code" | "strikethrough";
  readonly children: readonly InlineContent[];
}

/** A less prominent remark. */
export interface HintElement {
  readonly type: "hint";
  readonly children: readonly InlineContent[];
}

/** Text formatted with Markdown. HTML is shown as text. */
export interface MarkdownElement {
  readonly type: "markdown";
  readonly content: string | Binding;
}

/** A link to a web page. */
export interface LinkElement {
  readonly type: "link";
  /** An absolute `https:`, `http:` or `mailto:` URL. */
  readonly target: UrlSource;
  readonly children: readonly string[];
}

/** An image. */
export interface ImageElement {
  readonly type: "image";
  /** An absolute `https:` or `http:` URL. */
  readonly source: UrlSource;
  /** Width divided by height. */
  readonly aspectRatio: number;
}

/** Source code. Editable if `state` or `onContentChange` is set. */
export interface CodeblockElement {
  readonly type: "codeblock";
  readonly content: string | Binding;
  /** The language for syntax highlighting. */
  readonly syntax?: string;
  /** Shows line numbers, starting at 1 or the given number. */
  readonly lineNumbers?: boolean | number;
  /** The state key of the edited text. */
  readonly state?: string;
  /** Performed with `content`, the edited text. */
  readonly onContentChange?: Action;
  readonly buttons?: readonly ButtonElement[];
  readonly header?: readonly FlowElement[];
  readonly footer?: readonly FlowElement[];
}

/** A web page in a sandboxed frame. */
export interface WebframeElement {
  readonly type: "webframe";
  /** An absolute `https:` or `http:` URL. */
  readonly source: UrlSource;
  /** Width divided by height. Defaults to 16:9. */
  readonly aspectRatio?: number;
  readonly buttons?: readonly ButtonElement[];
  /** Sent to the page as its `state` with bindings resolved, and again when a bound value changes. */
  readonly data?: JsonObject;
}
