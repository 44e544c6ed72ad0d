import { useLayoutEffect, useRef } from "react";
import { showSource } from "./show-source.ts";

interface SourceFieldProps {
  readonly markdown: string;
  readonly onChange: (markdown: string) => void;
}

/** Edits the Markdown of a page. Text from another window is merged without moving the caret. */
export function SourceField({ markdown, onChange }: SourceFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element !== null && element.value !== markdown) showSource(element, markdown);
  }, [markdown]);
  return (
    <label>
      Markdown
      <textarea
        ref={field}
        rows={18}
        dir="auto"
        defaultValue={markdown}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
