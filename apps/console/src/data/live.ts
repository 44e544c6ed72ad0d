import { listChanges } from "@plugboard/api/routes";
import type { QueryClient } from "@tanstack/react-query";
import { isPortalPage } from "./portal-page.ts";

// While the server notifies of changes, reading again only covers for what it may not know of.
const connectedMilliseconds = 15_000;
// The portal has nothing but this, and may be one of many on its reader's screen.
const disconnectedMilliseconds = isPortalPage ? 10_000 : 2_000;
/** Between two readings, however much changes. */
const quietMilliseconds = 250;

let isConnected = false;

/** For queries that show what changes by itself: they are read again when the server says so, and else every two seconds. */
export const live = {
  refetchInterval: (): number => (isConnected ? connectedMilliseconds : disconnectedMilliseconds),
  meta: { isLive: true },
} as const;

/** Reads what is shown again whenever the server notifies of a change. Gives back what ends that. */
export function watchChanges(queries: QueryClient): () => void {
  const source = new EventSource(`/v1${listChanges.path}`);
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    timer = undefined;
    readAt = Date.now();
    void queries.invalidateQueries({ predicate: ({ meta }) => meta?.["isLive"] === true });
  };
  source.addEventListener("open", () => {
    isConnected = true;
  });
  source.addEventListener("error", () => {
    isConnected = false;
  });
  source.addEventListener("message", () => {
    timer ??= setTimeout(read, Math.max(0, readAt + quietMilliseconds - Date.now()));
  });
  return () => {
    clearTimeout(timer);
    source.close();
    isConnected = false;
  };
}
