import { Suspense } from "react";
import { lazy } from "./lazy.ts";

const CodeView = lazy(async () => ({ default: (await import("./code-view.tsx")).CodeView }));

interface CodeProps {
  readonly text: string;
  readonly label: string;
}

/** Shows a payload, indented if it is JSON. Highlighting appears once its code is loaded. */
export function Code({ text, label }: CodeProps) {
  const shown = indent(text);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so keyboards have to reach it.
    <Suspense fallback={<pre tabIndex={0}>{shown}</pre>}>
      <CodeView text={shown} label={label} />
    </Suspense>
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
