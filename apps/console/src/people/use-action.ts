import { useState } from "react";

/** A form's action, with its pending state and error. */
export interface Action {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly run: (action: () => Promise<void>) => void;
}

/** Runs a form's action, one at a time. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (refused) {
      // The user closed the browser's own dialog.
      const isCanceled = refused instanceof DOMException && refused.name === "NotAllowedError";
      if (!isCanceled) setError(refused instanceof Error ? refused : new Error(String(refused)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run: (action) => void (busy || run(action)) };
}
