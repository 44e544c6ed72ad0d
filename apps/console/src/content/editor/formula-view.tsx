import { formulaProblem } from "@plugboard/content/markdown";
import type { Node } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Formula, textOf } from "./formula.ts";

/** The editor node of a formula, shown as mathematics and edited as TeX. */
export const RenderedFormula: Node = Formula.extend({
  addNodeView: () =>
    ReactNodeViewRenderer(FormulaView, {
      // Otherwise the editor would handle keys typed into the field.
      stopEvent: ({ event }) => event.target instanceof HTMLTextAreaElement,
    }),
});

function FormulaView({ node, editor, getPos, selected, updateAttributes }: NodeViewProps): ReactNode {
  const text = textOf(node.attrs);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isFocused, setFocused] = useState(false);
  const isEdited = editor.isEditable && (selected || isFocused || text === "");
  const leave = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key !== "Escape") return;
    event.preventDefault();
    const after = (getPos() ?? 0) + node.nodeSize;
    editor.commands.command(({ tr }) => {
      tr.setSelection(Selection.near(tr.doc.resolve(after)));
      return true;
    });
    // The `focus` command waits for a frame, in which typed characters would still reach the field.
    editor.view.focus();
  };
  useEffect(() => {
    // A formula that was just inserted.
    if (field.current?.value === "" && editor.isFocused) field.current.focus();
  }, [editor]);
  return (
    <NodeViewWrapper
      as="figure"
      className="formula"
      aria-label="Formula"
      data-selected={selected || undefined}
      contentEditable={false}
    >
      <FormulaPreview text={text} />
      {isEdited && (
        <textarea
          ref={field}
          aria-label="TeX"
          rows={Math.max(2, text.split("\n").length)}
          spellCheck={false}
          placeholder="\frac{a}{b}"
          value={text}
          onChange={({ target }) => updateAttributes({ text: target.value })}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={leave}
        />
      )}
    </NodeViewWrapper>
  );
}

function FormulaPreview({ text }: { readonly text: string }): ReactNode {
  const shown = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const show = async (): Promise<void> => {
      const { render } = await import("katex");
      const element = shown.current;
      if (isGone || element === null) return;
      const unsupported = formulaProblem(text);
      try {
        if (unsupported !== undefined) throw new Error(unsupported);
        render(text, element, { displayMode: true, output: "mathml", strict: "ignore", trust: false });
        setProblem(undefined);
      } catch (error) {
        element.textContent = text;
        const reason = error instanceof Error ? error.message.replace(/^KaTeX parse error: /, "") : "";
        setProblem(unsupported ?? `This isn’t valid TeX: ${reason}`);
      }
    };
    void show();
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <>
      <div ref={shown} />
      {problem !== undefined && <p className="hint">{problem}</p>}
    </>
  );
}
