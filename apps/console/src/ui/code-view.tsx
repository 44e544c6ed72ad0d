import { json } from "@codemirror/lang-json";
import { foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

// CSS variables, which fit both themes.
const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--_accent)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--_text-muted)" },
]);

const theme = EditorView.theme({
  "&": { fontSize: "0.8125rem", backgroundColor: "transparent" },
  ".cm-scroller": { fontFamily: "var(--_font-mono)", maxHeight: "26rem" },
  ".cm-gutters": { backgroundColor: "transparent", border: "none", color: "var(--_text-muted)" },
  "&.cm-focused": { outline: "none" },
});

interface CodeViewProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/** A JSON viewer with highlighting and folding. Other text is shown unchanged. */
export function CodeView({ text, label }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          json(),
          syntaxHighlighting(colors),
          lineNumbers(),
          foldGutter(),
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          theme,
        ],
      }),
    });
    return () => view.destroy();
  }, [text, label]);
  return <div ref={host} className="code-view" />;
}
