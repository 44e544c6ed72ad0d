import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type * as Y from "yjs";
import { editSharedSource, type SharedSource } from "./edit-shared-source.ts";
import { showSource } from "../texts/show-source.ts";
import { textOf } from "./shared-text.ts";

interface SharedSourceFieldProps {
  readonly doc: Y.Doc;
  /** Returns the page's own source for the printed Markdown of a text that wasn't edited. */
  readonly print: (markdown: string) => string;
  /** Called with the printed Markdown. `isTyped` is false for changes of others. */
  readonly onChange: (markdown: string, isTyped: boolean) => void;
}

/** Edits the Markdown of a shared document. Shows the changes of others without moving the caret. */
export function SharedSourceField({ doc, print, onChange }: SharedSourceFieldProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const source = useRef<SharedSource>(undefined);
  const latest = useRef({ print, onChange });
  useEffect(() => {
    latest.current = { print, onChange };
  });
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    const first = latest.current.print(textOf(doc).markdown);
    // Not with the next rendering: a key pressed before it would overwrite the change.
    const opened = editSharedSource(doc, first, (shown) => {
      showSource(element, shown);
      latest.current.onChange(opened.printed(), false);
    });
    element.value = first;
    source.current = opened;
    // The browser's own undo would restore texts that lack the changes of others.
    const undo = (event: InputEvent): void => {
      if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
      event.preventDefault();
      if (event.inputType === "historyUndo") opened.undo();
      else opened.redo();
    };
    element.addEventListener("beforeinput", undo);
    return () => {
      element.removeEventListener("beforeinput", undo);
      opened.close();
    };
  }, [doc]);
  return (
    <label>
      Markdown
      <textarea
        ref={field}
        rows={18}
        dir="auto"
        onChange={({ target }) => {
          source.current?.write(target.value);
          if (source.current !== undefined) onChange(source.current.printed(), true);
        }}
        onKeyDown={(event) => {
          if (!(event.metaKey || event.ctrlKey) || event.altKey) return;
          const key = event.key.toLowerCase();
          if (key === "y" || (key === "z" && event.shiftKey)) source.current?.redo();
          else if (key === "z") source.current?.undo();
          else return;
          event.preventDefault();
        }}
      />
    </label>
  );
}
