import { useState } from "react";
import { readAction, readText } from "../tree/read-attribute.ts";
import type { ElementProps } from "../view/element-view.tsx";
import { useView } from "../view/view-context.ts";

/** The text of a code block as the user left it. */
export interface CodeEdit {
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
export function useCodeEdit({ node, path }: ElementProps): CodeEdit {
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
