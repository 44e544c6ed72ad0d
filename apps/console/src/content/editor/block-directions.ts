import { textDirection } from "@plugboard/content/markdown";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

// Unchanged blocks keep their node from one document to the next.
const directions = new WeakMap<Node, ReturnType<typeof textDirection>>();

/** Shows each block in the direction of its first letter, as on sites. */
export const BlockDirections: Extension = Extension.create({
  name: "blockDirections",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => decorate(doc),
        apply: ({ docChanged, doc }, shown) => (docChanged ? decorate(doc) : shown),
      },
      props: {
        decorations(this: Plugin<DecorationSet>, state: EditorState) {
          return this.getState(state);
        },
      },
    }),
  ],
});

function decorate(doc: Node): DecorationSet {
  const decorations: Decoration[] = [];
  doc.descendants((node, position) => {
    if (!node.isBlock || node.type.spec.code === true) return false;
    const dir = directionOf(node);
    if (dir !== undefined) decorations.push(Decoration.node(position, position + node.nodeSize, { dir }));
    return !node.isTextblock;
  });
  return DecorationSet.create(doc, decorations);
}

function directionOf(node: Node): ReturnType<typeof textDirection> {
  if (!directions.has(node)) directions.set(node, textDirection(node.textContent));
  return directions.get(node);
}
