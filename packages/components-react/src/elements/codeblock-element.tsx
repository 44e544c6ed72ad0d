import { type ReactNode, useState } from "react";
import type { UiNode } from "@plugboard/api";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { hasItems, readAction, readText } from "../view/read-attribute.ts";
import { useView } from "../view/view-context.tsx";
import { HighlightedCode } from "./highlighted-code.tsx";

/** `codeblock`: source code with what is shown above and below it, editable where the component wants that. */
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
  /** Number of the first line; absent where lines are not numbered. */
  readonly firstLine: number | undefined;
}

/** Code with its line numbers. A transparent text area lies exactly over the coloured text, to select and edit it. */
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

/** The text of a code block as the user left it. */
interface CodeEdit {
  readonly code: string;
  /** Absent where the code is only shown. */
  readonly edit: { readonly onChange: (code: string) => void; readonly onBlur: () => void } | undefined;
}

interface Draft {
  /** The content that was edited: new content from the component replaces the draft. */
  readonly content: string;
  readonly code: string;
  readonly sent: boolean;
}

/**
 * Lets the user edit a code block that has a state key or `onContentChange`. The state key follows every edit; the
 * action is performed when the user leaves the editor.
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
