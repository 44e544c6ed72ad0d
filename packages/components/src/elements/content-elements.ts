import type { JsonObject } from "@plugboard/api";
import type { Action } from "./action.ts";
import type { Binding, UrlSource } from "./attribute-values.ts";
import type { FlowElement } from "./element.ts";
import type { ButtonElement } from "./input-elements.ts";

/** A line that separates what is above from what is below. */
export interface DividerElement {
  readonly type: "divider";
  /** The room around the line; `medium` when absent. */
  readonly size?: "small" | "medium" | "large";
}

/** What may be in a line of text. */
export type InlineContent = string | TextElement | LinkElement;

/** A remark beside a label: a text, an element with text, or several pieces of it. */
export type Remark = string | HintElement | TextElement | LinkElement | readonly InlineContent[];

/** Text in one style. */
export interface TextElement {
  readonly type: "text";
  readonly style?: "bold" | "italic" | "code" | "strikethrough";
  readonly children: readonly InlineContent[];
}

/** A short remark, less prominent than the text around it. */
export interface HintElement {
  readonly type: "hint";
  readonly children: readonly InlineContent[];
}

/** Formatted text, written in Markdown. HTML inside it is shown as text. */
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

/** A picture. */
export interface ImageElement {
  readonly type: "image";
  /** An absolute `https:` or `http:` URL. */
  readonly source: UrlSource;
  /** Width divided by height. */
  readonly aspectRatio: number;
}

/** Source code, editable where `state` or `onContentChange` is given. */
export interface CodeblockElement {
  readonly type: "codeblock";
  readonly content: string | Binding;
  /** Name of the language, for highlighting. */
  readonly syntax?: string;
  /** Whether lines are numbered, or the number of the first. */
  readonly lineNumbers?: boolean | number;
  /** State key that holds the edited text. */
  readonly state?: string;
  /** Performed with `content`, the text after the edit. */
  readonly onContentChange?: Action;
  readonly buttons?: readonly ButtonElement[];
  readonly header?: readonly FlowElement[];
  readonly footer?: readonly FlowElement[];
}

/** A web page inside the component, in a sandboxed frame. */
export interface WebframeElement {
  readonly type: "webframe";
  /** An absolute `https:` or `http:` URL. */
  readonly source: UrlSource;
  /** Width divided by height; 16:9 when absent. */
  readonly aspectRatio?: number;
  readonly buttons?: readonly ButtonElement[];
  /** Sent to the page as its `state`, with bindings filled in, again whenever a bound value changes. */
  readonly data?: JsonObject;
}
