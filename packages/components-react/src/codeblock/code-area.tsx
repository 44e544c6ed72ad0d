import type { ReactNode } from "react";
import { HighlightedCode } from "./highlighted-code.tsx";
import type { CodeEdit } from "./use-code-edit.ts";

interface CodeAreaProps extends CodeEdit {
  readonly language: string | undefined;
  /** Number of the first line; absent where lines are not numbered. */
  readonly firstLine: number | undefined;
}

/** Code with its line numbers. A transparent text area lies exactly over the coloured text, to select and edit it. */
export function CodeArea({ code, language, firstLine, edit }: CodeAreaProps): ReactNode {
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
