import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import type { LucideIcon } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";

/** A button of a toolbar. */
export interface BlockAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: (editor: Editor) => void;
}

interface BlockToolbarProps {
  readonly editor: Editor;
  /** The name of the node around the caret that shows the toolbar. */
  readonly node: string;
  readonly label: string;
  readonly actions: readonly BlockAction[];
}

/** Shows actions while the caret is in a kind of block. */
export function BlockToolbar({ editor, node, label, actions }: BlockToolbarProps) {
  const isInside = useEditorState({ editor, selector: () => editor.isActive(node) });
  if (!isInside) return null;
  return (
    <div className="block-toolbar" role="toolbar" aria-label={label}>
      {actions.map(({ label: name, icon, run }) => (
        <IconButton
          key={name}
          icon={icon}
          label={name}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        />
      ))}
    </div>
  );
}
