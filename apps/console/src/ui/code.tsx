import { lazy } from "react";
import { Deferred } from "./deferred.tsx";

const CodeView = lazy(async () => ({ default: (await import("./code-view.tsx")).CodeView }));

interface CodeProps {
  readonly text: string;
  readonly label: string;
}

/** Shows a payload, indented if it is JSON. Highlighting appears once its code is loaded. */
export function Code({ text, label }: CodeProps) {
  const shown = indent(text);
  return (
    <Deferred fallback={<pre>{shown}</pre>}>
      <CodeView text={shown} label={label} />
    </Deferred>
  );
}

/** Indents JSON; returns other text unchanged. */
export function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
