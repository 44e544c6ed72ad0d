import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

// What Base UI sets on everything around a popup that is open.
const marks: ReadonlySet<unknown> = new Set(["aria-hidden", "data-base-ui-inert"]);

/**
 * Keeps a popup of a block open. It marks the paragraphs around the block, which the editor would take for an edit of them all,
 * and so draw the block between them anew. ProseMirror lets only a node's own view say what is no edit, and a paragraph has none:
 * its observer is asked in its place.
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
