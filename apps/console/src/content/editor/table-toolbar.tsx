import type { Editor } from "@tiptap/core";
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
} from "lucide-react";
import { type BlockAction, BlockToolbar } from "./block-toolbar.tsx";

type Command =
  | "addRowBefore"
  | "addRowAfter"
  | "addColumnBefore"
  | "addColumnAfter"
  | "deleteRow"
  | "deleteColumn"
  | "deleteTable";

const edit =
  (command: Command) =>
  (editor: Editor): boolean =>
    editor.chain().focus()[command]().run();

const actions: readonly BlockAction[] = [
  { label: "Insert row above", icon: BetweenHorizontalStart, run: edit("addRowBefore") },
  { label: "Insert row below", icon: BetweenHorizontalEnd, run: edit("addRowAfter") },
  { label: "Insert column before", icon: BetweenVerticalStart, run: edit("addColumnBefore") },
  { label: "Insert column after", icon: BetweenVerticalEnd, run: edit("addColumnAfter") },
  { label: "Delete row", icon: TableRowsSplit, run: edit("deleteRow") },
  { label: "Delete column", icon: TableColumnsSplit, run: edit("deleteColumn") },
  { label: "Delete table", icon: Trash2, run: edit("deleteTable") },
];

/** Edits the rows and columns of the table at the caret. */
export function TableToolbar({ editor }: { readonly editor: Editor }) {
  return <BlockToolbar editor={editor} node="table" label="Table" actions={actions} />;
}
