import { useState } from "react";

/** Something a form does: whether it runs, and why it failed. */
export interface Action {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly run: (action: () => Promise<void>) => void;
}

/** Runs what a form does, one at a time. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (refused) {
      // The person closed the browser's own dialog.
      const isCancelled = refused instanceof DOMException && refused.name === "NotAllowedError";
      if (!isCancelled) setError(refused instanceof Error ? refused : new Error(String(refused)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run: (action) => void (busy || run(action)) };
}
