import { ApiError, type ApiClient, type PortalSessionResource } from "@plugboard/api/client";
import { type Context, createContext, useCallback, useContext, useEffect, useState } from "react";

/** What every part of the portal works with. */
export interface Portal {
  readonly api: ApiClient;
  readonly session: PortalSessionResource;
  /** Grows with each change that was made here, so that everything is read again. */
  readonly changes: number;
  readonly noteChange: () => void;
  /** Notified of the refusal of a session that has ended. */
  readonly noteError: (error: Error) => void;
}

/** The portal around a part of it. */
export const PortalContext: Context<Portal | undefined> = createContext<Portal | undefined>(undefined);

/** The portal around a part of it. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (portal === undefined) throw new Error("used outside of WebhookPortal");
  return portal;
}

const pollMilliseconds = 10_000;

/** What was read, and what went wrong the last time. */
export interface Reading<Result> {
  readonly data: Result | undefined;
  readonly error: Error | undefined;
}

/**
 * Reads something, and again every ten seconds while the page is seen, and after each change.
 *
 * @param key - says what is read: another one is read at once, and nothing of the one before is shown
 */
export function usePortalReading<Result>(key: string, read: () => Promise<Result>): Reading<Result> {
  const { changes, noteError } = usePortal();
  const [shown, setShown] = useState<Reading<Result> & { readonly key: string }>();
  useEffect(() => {
    let isCurrent = true;
    const readNow = (): void =>
      void read().then(
        (data) => isCurrent && setShown({ key, data, error: undefined }),
        (reason: unknown) => {
          if (!isCurrent) return;
          const error = toError(reason);
          noteError(error);
          setShown((before) => ({ key, data: before?.key === key ? before.data : undefined, error }));
        },
      );
    const readIfSeen = (): void => {
      if (document.visibilityState === "visible") readNow();
    };
    readNow();
    const timer = setInterval(readIfSeen, pollMilliseconds);
    document.addEventListener("visibilitychange", readIfSeen);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", readIfSeen);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what it reads is all in the key
  }, [key, changes]);
  return shown?.key === key ? shown : { data: undefined, error: undefined };
}

/** A change that a button makes. */
export interface PortalAction {
  readonly run: (change: () => Promise<unknown>) => void;
  readonly isBusy: boolean;
  readonly error: Error | undefined;
}

/** Makes changes one at a time, after each of which everything is read again. */
export function usePortalAction(): PortalAction {
  const { noteChange, noteError } = usePortal();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = useCallback(
    (change: () => Promise<unknown>): void => {
      setBusy(true);
      setError(undefined);
      void change()
        .then(noteChange, (reason: unknown) => {
          const failure = toError(reason);
          noteError(failure);
          setError(failure);
        })
        .finally(() => setBusy(false));
    },
    [noteChange, noteError],
  );
  return { run, isBusy, error };
}

/** Whether the platform no longer takes the session. */
export function isEnded(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** An error, whatever was thrown. */
export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
