import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Adds a link to the selected text, or edits or removes the link at the caret. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const [before] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [url, setUrl] = useState(before);
  const [text, setText] = useState("");
  const needsText = before === "" && editor.state.selection.empty;
  const close = (): void => {
    onClose();
    // The dialog returns the focus to the text after it has closed.
    queueMicrotask(() => editor.commands.focus());
  };
  const save = (): void => {
    const href = toUrl(url);
    const chain = editor.chain().extendMarkRange("link");
    if (needsText)
      chain
        .insertContent({
          type: "text",
          text: text === "" ? href : text,
          marks: [{ type: "link", attrs: { href } }],
        })
        .run();
    else chain.setLink({ href }).run();
    close();
  };
  return (
    <FormDialog
      title={before === "" ? "Add link" : "Edit link"}
      action={before === "" ? "Add" : "Save"}
      busy={false}
      error={null}
      onSubmit={save}
      onClose={close}
    >
      <LabeledField label="URL">
        {(control) => (
          <input
            {...control}
            required
            autoComplete="off"
            value={url}
            placeholder="https://"
            onChange={({ target }) => setUrl(target.value.trimStart())}
          />
        )}
      </LabeledField>
      {needsText && (
        <label>
          Text
          <input
            autoComplete="off"
            dir="auto"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="hint">Defaults to the URL.</span>
        </label>
      )}
      {before !== "" && (
        <div>
          <Button
            onClick={() => {
              editor.chain().extendMarkRange("link").unsetLink().run();
              close();
            }}
          >
            Remove link
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** Adds `https://` to an address without a scheme, such as `example.com/docs`. */
function toUrl(typed: string): string {
  const url = typed.trim();
  return /^(?:[a-z][a-z\d+.-]*:|[/#?.])/i.test(url) ? url : `https://${url}`;
}
