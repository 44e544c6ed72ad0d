import { useSyncExternalStore } from "react";

/** The state of the browser's session. `ended`: there was one, and it expired. */
export type SessionState = "unknown" | "signedIn" | "signedOut" | "ended";

let current: SessionState = "unknown";
const listeners = new Set<() => void>();

/** Sets the session state. Without a session the console shows the sign-in page. */
export function setSession(state: SessionState): void {
  current = state;
  for (const changed of listeners) changed();
}

/** Returns the session state. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}

/** Ends the session if the platform rejects it. */
export function noteRefusal(error: unknown): void {
  const isRefusal = error instanceof Error && "status" in error && error.status === 401;
  if (isRefusal && current === "signedIn") setSession("ended");
}
