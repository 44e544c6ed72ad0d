import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import {
  Bold,
  Code,
  Italic,
  Link as LinkIcon,
  type LucideIcon,
  MessageSquare,
  Strikethrough,
} from "lucide-react";
import { IconButton } from "../../ui/button.tsx";

interface Format {
  readonly name: "bold" | "italic" | "strike" | "code";
  readonly label: string;
  readonly icon: LucideIcon;
}

const formats: readonly Format[] = [
  { name: "bold", label: "Bold", icon: Bold },
  { name: "italic", label: "Italic", icon: Italic },
  { name: "strike", label: "Strikethrough", icon: Strikethrough },
  { name: "code", label: "Code", icon: Code },
];

interface TextToolbarProps {
  readonly editor: Editor;
  readonly onLink: () => void;
  readonly onComment: () => void;
}

/** Formats the selected text. Shown above a selection. */
export function TextToolbar({ editor, onLink, onComment }: TextToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: { state, isFocused } }) => {
      const { empty, from } = state.selection;
      const hasText =
        !empty &&
        !(state.selection instanceof NodeSelection) &&
        state.selection.$from.parent.isTextblock &&
        !editor.isActive("codeBlock");
      return {
        at: isFocused && hasText ? from : undefined,
        active: [...formats.map(({ name }) => name), "link"].filter((name) => editor.isActive(name)),
      };
    },
  });
  if (state.at === undefined) return null;
  const { left, top } = editor.view.coordsAtPos(state.at);
  return (
    <div className="text-toolbar" role="toolbar" aria-label="Format text" style={{ left, top: top - 8 }}>
      {formats.map(({ name, label, icon }) => (
        <IconButton
          key={name}
          icon={icon}
          label={label}
          aria-pressed={state.active.includes(name)}
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <IconButton
        icon={LinkIcon}
        label="Link (Ctrl + K)"
        aria-pressed={state.active.includes("link")}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onLink}
      />
      <IconButton
        icon={MessageSquare}
        label="Comment (Ctrl + Alt + M)"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onComment}
      />
    </div>
  );
}
