import { type ReactNode, useId, useState } from "react";
import type { Confirm } from "@plugboard/components";
import type { ComponentHost } from "../component-host.ts";
import type { ComponentSession } from "@plugboard/components/session";
import type { SessionState } from "@plugboard/components/session";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ViewContext } from "./view-context.ts";

interface ViewProviderProps {
  readonly session: ComponentSession;
  readonly snapshot: SessionState;
  readonly host: ComponentHost;
  readonly children: ReactNode;
}

interface Question {
  readonly confirm: Confirm;
  readonly goOn: () => void;
}

/** Gives the elements inside it their view, and shows the questions they ask. */
export function ViewProvider({ session, snapshot, host, children }: ViewProviderProps): ReactNode {
  const groupPrefix = useId();
  const [question, setQuestion] = useState<Question>();
  const ask = (confirm: Confirm | undefined, goOn: () => void): void => {
    if (confirm === undefined) goOn();
    else setQuestion({ confirm, goOn });
  };
  const answer = (goOn: () => void): void => {
    setQuestion(undefined);
    goOn();
  };
  return (
    <ViewContext value={{ session, snapshot, host, groupPrefix, ask }}>
      {children}
      {question && (
        <ConfirmDialog
          confirm={question.confirm}
          onConfirm={() => answer(question.goOn)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </ViewContext>
  );
}
