import { createContext, type ReactNode, use, useId, useState } from "react";
import type { UiAction } from "@plugboard/api";
import type { Confirm } from "@plugboard/components";
import type { ComponentSession, SessionState } from "@plugboard/components/session";
import type { ComponentHost } from "./component-host.ts";
import { ConfirmDialog } from "./dialogs.tsx";

/** The view context of all elements. */
export interface View {
  readonly session: ComponentSession;
  readonly snapshot: SessionState;
  readonly host: ComponentHost;
  /** A prefix that keeps radio groups of different views on a page apart. */
  readonly groupPrefix: string;
  /** Asks for confirmation, if any, and continues if the user confirms. */
  readonly ask: (confirm: Confirm | undefined, goOn: () => void) => void;
}

const ViewContext: React.Context<View | undefined> = createContext<View | undefined>(undefined);

/** Returns the surrounding view. */
export function useView(): View {
  const view = use(ViewContext);
  if (view === undefined) throw new Error("An element was rendered outside a ComponentView.");
  return view;
}

/** An element's press function and busy state. */
export interface Press {
  readonly busy: boolean;
  readonly press: (action: UiAction, confirm?: Confirm) => void;
}

/** Returns a function that performs actions for the element at `path`. */
export function usePress(path: string): Press {
  const { session, snapshot, ask } = useView();
  return {
    busy: snapshot.requests.some(({ source }) => source === path),
    press: (action, confirm) => ask(confirm, () => session.press(path, action)),
  };
}

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

/** Provides the view to its elements and shows their confirmations. */
export function ViewProvider({ session, snapshot, host, children }: ViewProviderProps): ReactNode {
  const groupPrefix = useId();
  const [question, setQuestion] = useState<Question>();
  const ask = (confirm: Confirm | undefined, goOn: () => void): void => {
    if (confirm === undefined) goOn();
    else setQuestion({ confirm, goOn });
  };
  const proceed = (goOn: () => void): void => {
    setQuestion(undefined);
    goOn();
  };
  return (
    <ViewContext value={{ session, snapshot, host, groupPrefix, ask }}>
      {children}
      {question && (
        <ConfirmDialog
          confirm={question.confirm}
          onConfirm={() => proceed(question.goOn)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </ViewContext>
  );
}
