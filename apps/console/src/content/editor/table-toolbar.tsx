import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  type LucideIcon,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
} from "lucide-react";
import { IconButton } from "../../ui/button.tsx";

type Chain = ReturnType<Editor["chain"]>;

interface TableAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: (chain: Chain) => Chain;
}

const actions: readonly TableAction[] = [
  { label: "Insert row above", icon: BetweenHorizontalStart, run: (chain) => chain.addRowBefore() },
  { label: "Insert row below", icon: BetweenHorizontalEnd, run: (chain) => chain.addRowAfter() },
  { label: "Insert column before", icon: BetweenVerticalStart, run: (chain) => chain.addColumnBefore() },
  { label: "Insert column after", icon: BetweenVerticalEnd, run: (chain) => chain.addColumnAfter() },
  { label: "Delete row", icon: TableRowsSplit, run: (chain) => chain.deleteRow() },
  { label: "Delete column", icon: TableColumnsSplit, run: (chain) => chain.deleteColumn() },
  { label: "Delete table", icon: Trash2, run: (chain) => chain.deleteTable() },
];

/** Edits the rows and columns of the table at the caret. */
export function TableToolbar({ editor }: { readonly editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: () => editor.isActive("table") });
  if (!isInTable) return null;
  return (
    <div className="table-toolbar" role="toolbar" aria-label="Table">
      {actions.map(({ label, icon, run }) => (
        <IconButton
          key={label}
          icon={icon}
          label={label}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor.chain().focus()).run()}
        />
      ))}
    </div>
  );
}
