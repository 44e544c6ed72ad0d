import { useLayoutEffect, useRef } from "react";

interface SourceFieldProps {
  readonly markdown: string;
  readonly onChange: (markdown: string) => void;
}

/** Edits the Markdown of a page. Text from another window is merged without moving the caret. */
export function SourceField({ markdown, onChange }: SourceFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element !== null && element.value !== markdown) showText(element, markdown);
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

function showText(element: HTMLTextAreaElement, next: string): void {
  const { value } = element;
  const shorter = Math.min(value.length, next.length);
  let start = 0;
  while (start < shorter && value[start] === next[start]) start += 1;
  let same = 0;
  while (same < shorter - start && value.at(-1 - same) === next.at(-1 - same)) same += 1;
  element.setRangeText(next.slice(start, next.length - same), start, value.length - same, "preserve");
}
