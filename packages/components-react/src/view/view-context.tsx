import { createContext, type ReactNode, use, useId, useState } from "react";
import type { UiAction } from "@plugboard/api";
import type { Confirm } from "@plugboard/components";
import type { ComponentSession, SessionState } from "@plugboard/components/session";
import type { ComponentHost } from "./component-host.ts";
import { ConfirmDialog } from "./dialogs.tsx";

/** What every element of a view can reach. */
export interface View {
  readonly session: ComponentSession;
  readonly snapshot: SessionState;
  readonly host: ComponentHost;
  /** Sets the names of its radio groups apart from those of other views in the page. */
  readonly groupPrefix: string;
  /** Asks the user, and goes on where they confirm. Without a question it goes on at once. */
  readonly ask: (confirm: Confirm | undefined, goOn: () => void) => void;
}

const ViewContext: React.Context<View | undefined> = createContext<View | undefined>(undefined);

/** The view that an element is in. */
export function useView(): View {
  const view = use(ViewContext);
  if (view === undefined) throw new Error("An element was rendered outside a ComponentView.");
  return view;
}

/** How an element performs its action, and whether it is busy doing so. */
export interface Press {
  readonly busy: boolean;
  readonly press: (action: UiAction, confirm?: Confirm) => void;
}

/** Lets the element at `path` perform actions. */
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

/** Gives the elements inside it their view, and shows the questions they ask. */
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
