import { createApiClient } from "@plugboard/api/client";
import type { PagePresence, PagePresenceAnnouncement } from "@plugboard/content/types";
import { announcePagePresence, listPagePresence } from "@plugboard/content/routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { useReadAll } from "../data/queries.ts";
import { createRandomId } from "./random-id.ts";

// Its calls continue after the window is closed.
const lastingApi = createApiClient({
  endpoint: "/v1",
  session: true,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});

const presentMilliseconds = 30_000;
// Shorter than the time for which the server shows someone as typing.
const typingMilliseconds = 4_000;

interface Presence {
  /** The other windows that have the page open, including the user's own. */
  readonly others: readonly PagePresence[];
  /** Announces that the user has typed something. */
  readonly noteTyping: () => void;
}

/** Announces that this window has a page open until it closes, and returns the other windows that do. */
export function usePagePresence(spaceId: string, pageId: string): Presence {
  const [id] = useState(createRandomId);
  const { data = [] } = useReadAll(listPagePresence, { params: { spaceId, pageId } });
  const typedAt = useRef(-Infinity);
  const announced = useRef<PagePresenceAnnouncement["activity"]>("left");
  const announcedAt = useRef(-Infinity);
  const announce = useCallback(
    (activity: PagePresenceAnnouncement["activity"]): void => {
      announced.current = activity;
      announcedAt.current = performance.now();
      const params = { spaceId, pageId };
      // The next announcement makes up for a failed one.
      lastingApi.call(announcePagePresence, { params, body: { id, activity } }).catch(() => {});
    },
    [spaceId, pageId, id],
  );
  useEffect(() => {
    announce("viewing");
    const timer = setInterval(() => {
      const now = performance.now();
      const isTyping = now - typedAt.current < typingMilliseconds;
      const isDue =
        isTyping || announced.current === "typing" || now - announcedAt.current >= presentMilliseconds;
      if (isDue) announce(isTyping ? "typing" : "viewing");
    }, typingMilliseconds);
    const leave = (): void => announce("left");
    const arrive = (): void => announce("viewing");
    globalThis.addEventListener("pagehide", leave);
    globalThis.addEventListener("pageshow", arrive);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener("pagehide", leave);
      globalThis.removeEventListener("pageshow", arrive);
      leave();
    };
  }, [announce]);
  const noteTyping = useCallback((): void => {
    typedAt.current = performance.now();
    if (announced.current !== "typing") announce("typing");
  }, [announce]);
  return { others: data.filter((other) => other.id !== id), noteTyping };
}
