import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { Trash2 } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";

/** Edits the alternative text of the selected image, or removes the image. */
export function ImageToolbar({ editor }: { readonly editor: Editor }) {
  const image = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { selection } = state;
      const isImage = selection instanceof NodeSelection && selection.node.type.name === "image";
      return isImage ? { at: selection.from, alt: String(selection.node.attrs["alt"] ?? "") } : undefined;
    },
  });
  if (image === undefined) return null;
  const { at, alt } = image;
  const { left, top } = editor.view.coordsAtPos(at);
  const write = (text: string): void => {
    editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(at, "alt", text);
      return true;
    });
  };
  return (
    <div
      className="text-toolbar image-toolbar"
      role="toolbar"
      aria-label="Image"
      style={{ left, top: `max(4.5rem, ${top - 8}px)` }}
    >
      <label>
        Alt text
        <input
          autoComplete="off"
          dir="auto"
          maxLength={1000}
          placeholder="Describe the image"
          value={alt}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            // These keys first end a composition, such as of Japanese words.
            if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
            event.preventDefault();
            editor.commands.setTextSelection(at + 1);
            // The `focus` command waits for a frame, in which typed characters would still reach the field.
            editor.view.focus();
          }}
        />
      </label>
      <IconButton
        icon={Trash2}
        label="Remove image"
        onClick={() => editor.chain().deleteSelection().focus().run()}
      />
    </div>
  );
}
