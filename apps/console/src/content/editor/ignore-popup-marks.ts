import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

// Attributes that Base UI sets on everything around an open popup.
const marks: ReadonlySet<unknown> = new Set(["aria-hidden", "data-base-ui-inert"]);

/**
 * Keeps a block's popup open. Base UI marks the paragraphs around the block; ProseMirror takes those marks
 * for edits and redraws the block. Only a node view can ignore mutations and paragraphs have none, so this
 * filters them in ProseMirror's observer.
 */
export const IgnorePopupMarks = Extension.create({
  name: "ignorePopupMarks",
  addProseMirrorPlugins: () => [
    new Plugin({
      view: (view) => {
        const observer: unknown = Reflect.get(view, "domObserver");
        if (typeof observer !== "object" || observer === null) return {};
        const register: unknown = Reflect.get(observer, "registerMutation");
        if (typeof register !== "function") return {};
        Reflect.set(
          observer,
          "registerMutation",
          (mutation: MutationRecord, added: readonly Node[]): unknown =>
            marks.has(mutation.attributeName) ? null : Reflect.apply(register, observer, [mutation, added]),
        );
        return {};
      },
    }),
  ],
});
