import { type Editor, Extension } from "@tiptap/core";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ActionMenu } from "../../ui/action-menu.tsx";
import {
  type BlockRange,
  deleteBlocks,
  duplicateBlocks,
  moveBlocks,
  positionOf,
  selectedBlocks,
} from "./move-blocks.ts";

type Change = (state: EditorState, range: BlockRange) => Transaction | undefined;

const moveUp: Change = (state, range) => moveBlocks(state, range, range.from - 1);
const moveDown: Change = (state, range) => moveBlocks(state, range, range.to + 1);

function apply(editor: Editor, change: Change): boolean {
  const tr = change(editor.state, selectedBlocks(editor.state));
  if (tr !== undefined) editor.view.dispatch(tr);
  return true;
}

/** Moves the selected blocks with Ctrl + Shift + arrow keys, or Cmd + Shift + arrow keys. */
export const BlockKeys: Extension = Extension.create({
  name: "blockKeys",
  addKeyboardShortcuts: () => ({
    "Mod-Shift-ArrowUp": ({ editor }) => apply(editor, moveUp),
    "Mod-Shift-ArrowDown": ({ editor }) => apply(editor, moveDown),
  }),
});

/** The menu for the blocks that the selection touches. */
export function BlockMenu({ editor }: { readonly editor: Editor }): ReactNode {
  const count = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { from, to } = selectedBlocks(state);
      return to - from;
    },
  });
  const run = (change: Change) => () => {
    apply(editor, change);
    // The menu returns the focus to its button after it has closed.
    queueMicrotask(() => editor.commands.focus());
  };
  return (
    <ActionMenu
      label={count === 1 ? "Block actions" : `Actions for ${count} blocks`}
      groups={[
        [
          { title: "Move up", icon: ArrowUp, run: run(moveUp), keys: "Ctrl Shift ↑" },
          { title: "Move down", icon: ArrowDown, run: run(moveDown), keys: "Ctrl Shift ↓" },
          { title: "Duplicate", icon: Copy, run: run(duplicateBlocks) },
        ],
        [{ title: "Delete", icon: Trash2, run: run(deleteBlocks) }],
      ]}
    />
  );
}

interface Hovered {
  readonly index: number;
  readonly top: number;
}

interface BlockHandleProps {
  readonly editor: Editor;
  /** The element around the text, in which the handle moves. */
  readonly area: HTMLElement | null;
}

/** A handle beside the block under the pointer, to drag it, or all selected blocks, to another place. */
export function BlockHandle({ editor, area }: BlockHandleProps): ReactNode {
  const [hovered, setHovered] = useState<Hovered>();
  const [line, setLine] = useState<number>();
  const dragged = useRef<BlockRange>(undefined);
  useEffect(() => {
    if (area === null) return undefined;
    const topOf = (position: number): number =>
      elementAt(editor, position).getBoundingClientRect().top - area.getBoundingClientRect().top;
    const follow = ({ clientY }: MouseEvent): void => {
      const index = indexAt(editor, clientY);
      setHovered({ index, top: topOf(index) });
    };
    const over = (event: DragEvent): void => {
      if (dragged.current === undefined) return;
      event.preventDefault();
      const before = targetAt(editor, event.clientY);
      const { childCount } = editor.state.doc;
      const last =
        elementAt(editor, childCount - 1).getBoundingClientRect().bottom - area.getBoundingClientRect().top;
      setLine(before === childCount ? last : topOf(before));
    };
    const drop = (event: DragEvent): void => {
      const range = dragged.current;
      if (range === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      dragged.current = undefined;
      setLine(undefined);
      const tr = moveBlocks(editor.state, range, targetAt(editor, event.clientY));
      if (tr !== undefined) editor.view.dispatch(tr);
      editor.view.focus();
    };
    const leave = (): void => setHovered(undefined);
    area.addEventListener("mousemove", follow);
    area.addEventListener("mouseleave", leave);
    area.addEventListener("dragover", over);
    // Before the editor, which would insert the dragged text.
    area.addEventListener("drop", drop, { capture: true });
    return () => {
      area.removeEventListener("mousemove", follow);
      area.removeEventListener("mouseleave", leave);
      area.removeEventListener("dragover", over);
      area.removeEventListener("drop", drop, { capture: true });
    };
  }, [editor, area]);
  return (
    <>
      {hovered !== undefined && (
        // The menu of blocks and keys do the same without a pointer.
        <div
          className="block-handle"
          aria-hidden
          draggable
          style={{ top: hovered.top }}
          onDragStart={({ dataTransfer }) => {
            const selected = selectedBlocks(editor.state);
            const { index } = hovered;
            const isSelected = index >= selected.from && index < selected.to;
            dragged.current = isSelected ? selected : { from: index, to: index + 1 };
            dataTransfer.effectAllowed = "move";
            dataTransfer.setData("text/plain", "");
          }}
          onDragEnd={() => {
            dragged.current = undefined;
            setLine(undefined);
          }}
        >
          <GripVertical size={16} />
        </div>
      )}
      {line !== undefined && <div className="block-drop-line" style={{ top: line }} />}
    </>
  );
}

function elementAt(editor: Editor, index: number): Element {
  const node = editor.view.nodeDOM(positionOf(editor.state.doc, index));
  return node instanceof Element ? node : editor.view.dom;
}

/** Returns the index of the block at a height in the window. */
function indexAt(editor: Editor, clientY: number): number {
  const { childCount } = editor.state.doc;
  for (let index = 0; index < childCount; index += 1)
    if (clientY <= elementAt(editor, index).getBoundingClientRect().bottom) return index;
  return childCount - 1;
}

/** Returns the index before which blocks are dropped at a height in the window. */
function targetAt(editor: Editor, clientY: number): number {
  const index = indexAt(editor, clientY);
  const { top, height } = elementAt(editor, index).getBoundingClientRect();
  return clientY > top + height / 2 ? index + 1 : index;
}
