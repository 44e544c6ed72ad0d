import * as Y from "yjs";
import { readMarkdown } from "../editor/page-markdown.ts";
import { writeMarkdown } from "../editor/write-markdown.ts";
import { mergeTexts, type PageText } from "../texts/merge-texts.ts";
import { blocksOf, textOf, titleOf, writeText } from "./shared-text.ts";

/** The Markdown source of a shared document, as one window edits it. */
export interface SharedSource {
  /** The source as shown. Reading it gives the blocks of the document. */
  readonly shown: () => string;
  /** The source as the document prints it. */
  readonly printed: () => string;
  /** Takes over an edit of the shown source. */
  readonly write: (markdown: string) => void;
  /** Undoes the newest edit of this window. */
  readonly undo: () => void;
  readonly redo: () => void;
  readonly close: () => void;
}

/**
 * Opens the source of a shared document. Every edit changes the document before another person's arrives, and theirs change the shown source at once, so that neither can overwrite the other.
 *
 * @param first - a source of the document, such as the page's own, whose formatting differs from the printed one
 * @param onFollow - called with the shown source after a change that this window didn't type. It must be shown immediately
 */
export function editSharedSource(doc: Y.Doc, first: string, onFollow: (shown: string) => void): SharedSource {
  let printed = textOf(doc).markdown;
  let shown = first;
  const typing = Symbol("typing");
  const history = new Y.UndoManager(blocksOf(doc), { trackedOrigins: new Set([typing]) });
  const follow = (_update: Uint8Array, origin: unknown): void => {
    if (origin === typing) return;
    const next = textOf(doc).markdown;
    if (next === printed) return;
    shown = followSource(printed, shown, next);
    printed = next;
    onFollow(shown);
  };
  doc.on("update", follow);
  return {
    shown: () => shown,
    printed: () => printed,
    write: (markdown) => {
      shown = markdown;
      writeText(doc, { title: titleOf(doc).toJSON(), markdown }, typing);
      printed = textOf(doc).markdown;
    },
    undo: () => void history.undo(),
    redo: () => void history.redo(),
    close: () => {
      doc.off("update", follow);
      history.destroy();
    },
  };
}

/** Returns the source after a change of the document. Keeps the typed formatting unless the result would be another document. */
function followSource(before: string, shown: string, after: string): string {
  if (shown === before) return after;
  const of = (markdown: string): PageText => ({ title: "", markdown });
  const { markdown } = mergeTexts(of(before), of(shown), of(after));
  return writeMarkdown(readMarkdown(markdown)) === after ? markdown : after;
}
