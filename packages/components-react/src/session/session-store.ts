import type { SessionRequest, SessionState } from "./session-state.ts";

/** Holds the state of a session, tells listeners of changes, and starts each request when it is first in line. */
export interface SessionStore {
  readonly get: () => SessionState;
  readonly update: (transition: (session: SessionState) => SessionState) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store; `start` is called once for each request, as soon as nothing is before it. */
export function createSessionStore(
  initial: SessionState,
  start: (request: SessionRequest) => void,
): SessionStore {
  const listeners = new Set<() => void>();
  let session = initial;
  let startedId: number | undefined;

  return {
    get: () => session,
    update: (transition) => {
      session = transition(session);
      for (const listener of listeners) listener();
      const [request] = session.requests;
      if (request === undefined || request.id === startedId) return;
      startedId = request.id;
      start(request);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
