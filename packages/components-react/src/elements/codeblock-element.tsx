import { type ReactNode, useState } from "react";
import type { UiNode } from "@plugboard/api";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { hasItems, readAction, readText } from "../view/read-attribute.ts";
import { useView } from "../view/view-context.tsx";
import { HighlightedCode } from "./highlighted-code.tsx";

/** `codeblock`: source code with content above and below it, optionally editable. */
export function CodeblockElement(element: ElementProps): ReactNode {
  const { node } = element;
  const { code, edit } = useCodeEdit(element);
  return (
    <div className="plugboard-codeblock">
      {(hasItems(node, "header") || hasItems(node, "buttons")) && (
        <div className="plugboard-codeblock-header">
          <div className="plugboard-codeblock-title">
            <ElementChildren {...element} name="header" />
          </div>
          <ElementChildren {...element} name="buttons" />
        </div>
      )}
      <CodeArea code={code} language={readText(node, "syntax")} firstLine={firstLineOf(node)} edit={edit} />
      {hasItems(node, "footer") && (
        <div className="plugboard-codeblock-footer">
          <ElementChildren {...element} name="footer" />
        </div>
      )}
    </div>
  );
}

function firstLineOf({ lineNumbers }: UiNode): number | undefined {
  if (typeof lineNumbers === "number") return Number.isFinite(lineNumbers) ? lineNumbers : undefined;
  return lineNumbers === true ? 1 : undefined;
}

interface CodeAreaProps extends CodeEdit {
  readonly language: string | undefined;
  /** The number of the first line. `undefined` without line numbers. */
  readonly firstLine: number | undefined;
}

/**
 * Renders code with line numbers. To edit it, a transparent text area lies exactly above the highlighted
 * text.
 */
function CodeArea({ code, language, firstLine, edit }: CodeAreaProps): ReactNode {
  return (
    <div className="plugboard-code">
      {firstLine !== undefined && (
        <pre className="plugboard-code-lines" aria-hidden="true">
          {code
            .split("\n")
            .map((_, index) => firstLine + index)
            .join("\n")}
        </pre>
      )}
      <div className="plugboard-code-text">
        <pre aria-hidden="true">
          <HighlightedCode code={code} language={language} />
          {"\n"}
        </pre>
        <textarea
          aria-label={language === undefined ? "Code" : `Code in ${language}`}
          value={code}
          readOnly={edit === undefined}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={({ target }) => edit?.onChange(target.value)}
          onBlur={edit?.onBlur}
        />
      </div>
    </div>
  );
}

/** The user's edited text of a code block. */
interface CodeEdit {
  readonly code: string;
  /** `undefined` if the code is read-only. */
  readonly edit: { readonly onChange: (code: string) => void; readonly onBlur: () => void } | undefined;
}

interface Draft {
  /** The content at the start of the edit. New content from the component replaces the draft. */
  readonly content: string;
  readonly code: string;
  readonly sent: boolean;
}

/**
 * Makes a code block with a state key or `onContentChange` editable. Updates the state on every edit and
 * performs the action on blur.
 */
function useCodeEdit({ node, path }: ElementProps): CodeEdit {
  const { session, snapshot } = useView();
  const [draft, setDraft] = useState<Draft>();
  const key = readText(node, "state");
  const onContentChange = readAction(node, "onContentChange");
  const content = readText(node, "content") ?? "";
  const { state = {} } = snapshot;
  const stored = key !== undefined && Object.hasOwn(state, key) ? state[key] : undefined;
  const drafted = draft?.content === content ? draft.code : content;
  const code = typeof stored === "string" ? stored : drafted;
  if (key === undefined && onContentChange === undefined) return { code, edit: undefined };

  const onChange = (code: string): void => {
    setDraft({ content, code, sent: false });
    if (key !== undefined) session.write(key, code);
  };
  const onBlur = (): void => {
    if (draft === undefined || draft.sent || onContentChange === undefined) return;
    setDraft({ ...draft, sent: true });
    session.change(path, onContentChange, { content: draft.code });
  };
  return { code, edit: { onChange, onBlur } };
}
