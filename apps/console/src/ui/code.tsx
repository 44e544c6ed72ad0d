import { lazy, Suspense } from "react";

const CodeView = lazy(async () => ({ default: (await import("./code-view.tsx")).CodeView }));

interface CodeProps {
  readonly text: string;
  readonly label: string;
}

/** Text of a payload, indented where it is JSON. Colours come once what draws them is read. */
export function Code({ text, label }: CodeProps) {
  const shown = indent(text);
  return (
    <Suspense fallback={<pre>{shown}</pre>}>
      <CodeView text={shown} label={label} />
    </Suspense>
  );
}

/** JSON with line breaks; any other text as it is. */
export function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
