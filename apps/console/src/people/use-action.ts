import { useState } from "react";
import { isCanceled } from "./passkeys.ts";

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
      if (!isCanceled(refused)) setError(refused instanceof Error ? refused : new Error(String(refused)));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run: (action) => void (busy || run(action)) };
}
