import { useSyncExternalStore } from "react";

/** The state of this browser's session; `ended` means that there was one. */
export type SessionState = "unknown" | "signedIn" | "signedOut" | "ended";

let current: SessionState = "unknown";
const listeners = new Set<() => void>();

/** Sets the state of the session; the console shows the sign-in page without one. */
export function setSession(state: SessionState): void {
  current = state;
  for (const changed of listeners) changed();
}

/** Reads the state of this browser's session. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}

/** Ends what is shown once the platform refuses the session that a page was read with. */
export function noteRefusal(error: unknown): void {
  const isRefusal = error instanceof Error && "status" in error && error.status === 401;
  if (isRefusal && current === "signedIn") setSession("ended");
}
