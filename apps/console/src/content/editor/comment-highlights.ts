import type { CommentAnchor } from "@plugboard/content/types";
import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { createAnchor, findAnchor } from "./comment-anchors.ts";

/** A commented part of the text. */
export interface Highlight {
  readonly id: string;
  readonly anchor: CommentAnchor;
}

/** The comments of a text that an editor shows. */
export interface TextComments {
  /** The commented parts of the text, including a new one. */
  readonly highlights: readonly Highlight[];
  /** Called with the selected text to comment on. */
  readonly start: (anchor: CommentAnchor) => void;
  /** Called with the ID of a highlight that was clicked. */
  readonly open: (id: string) => void;
}

interface HighlightState {
  readonly highlights: readonly Highlight[];
  readonly shown: DecorationSet;
}

const key = new PluginKey<HighlightState>("commentHighlights");

/** Highlights commented text. The highlights aren't part of the document. */
export function createCommentHighlights({ start, open }: TextComments): Extension {
  return Extension.create({
    name: "commentHighlights",
    addKeyboardShortcuts: () => ({
      "Mod-Alt-m": ({ editor }) => {
        const anchor = anchorOfSelection(editor);
        if (anchor !== undefined) start(anchor);
        return anchor !== undefined;
      },
    }),
    addProseMirrorPlugins: () => [
      new Plugin<HighlightState>({
        key,
        state: { init: () => ({ highlights: [], shown: DecorationSet.empty }), apply: followEdit },
        props: {
          decorations: (state) => key.getState(state)?.shown,
          handleClick: (_view, _position, { target }) => {
            const clicked = target instanceof Element ? target.closest("[data-comment]") : null;
            if (clicked instanceof HTMLElement) open(String(clicked.dataset["comment"]));
            return false;
          },
        },
      }),
    ],
  });
}

/** Replaces the highlights of an editor. Those that are already shown keep their place, even if their text was edited. */
export function showHighlights(editor: Editor, highlights: readonly Highlight[]): void {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, highlights));
}

/** Returns the anchor of the selected text, if any. */
export function anchorOfSelection({ state: { doc, selection } }: Editor): CommentAnchor | undefined {
  return createAnchor(doc, selection);
}

function followEdit(transaction: Transaction, before: HighlightState): HighlightState {
  const replaced: readonly Highlight[] | undefined = transaction.getMeta(key);
  if (replaced === undefined && !transaction.docChanged) return before;
  const { doc } = transaction;
  const highlights = replaced ?? before.highlights;
  const ids = new Set(highlights.map(({ id }) => id));
  const mapped = before.shown.map(transaction.mapping, doc);
  const kept = mapped.remove(mapped.find(undefined, undefined, (spec) => !ids.has(idOf(spec))));
  const found = new Set(kept.find().map(({ spec }) => idOf(spec)));
  const added = highlights.flatMap(({ id, anchor }) => {
    const range = found.has(id) ? undefined : findAnchor(doc, anchor);
    if (range === undefined) return [];
    return [Decoration.inline(range.from, range.to, { class: "commented", "data-comment": id }, { id })];
  });
  return { highlights, shown: kept.add(doc, added) };
}

function idOf(spec: { readonly id?: unknown }): string {
  return String(spec.id);
}
