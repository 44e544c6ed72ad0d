import { createApiClient } from "@plugboard/api/client";
import type { PagePresence, PagePresenceAnnouncement } from "@plugboard/content/types";
import { announcePagePresence, listPagePresence } from "@plugboard/content/routes";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useReadAll } from "../../data/queries.ts";
import { createRandomId } from "../common/random-id.ts";

// Its calls continue after the window is closed.
const lastingApi = createApiClient({
  endpoint: "/v1",
  session: true,
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
});

const presentMilliseconds = 30_000;
// Shorter than the time for which the server shows someone as typing.
const typingMilliseconds = 4_000;

// The minimum interval between two announcements of a caret.
const caretMilliseconds = 400;

interface Presence {
  /** The other windows that have the page open, including the user's own. */
  readonly others: readonly PagePresence[];
  /** Announces that the user has typed something. */
  readonly noteTyping: () => void;
  /** Announces this window's caret in a shared draft; `undefined` without one. */
  readonly noteCaret: (caret: string | undefined) => void;
}

const noWindows: readonly PagePresence[] = [];

/** Announces that this window has a page open until it closes, and returns the other windows that do. */
export function usePagePresence(spaceId: string, pageId: string): Presence {
  const [id] = useState(createRandomId);
  const { data = noWindows } = useReadAll(listPagePresence, { params: { spaceId, pageId } });
  const typedAt = useRef(-Infinity);
  const announced = useRef<PagePresenceAnnouncement["activity"]>("left");
  const announcedAt = useRef(-Infinity);
  const caret = useRef<string>(undefined);
  const caretTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback(
    (activity: PagePresenceAnnouncement["activity"]): void => {
      announced.current = activity;
      announcedAt.current = performance.now();
      const params = { spaceId, pageId };
      // The next announcement makes up for a failed one.
      lastingApi
        .call(announcePagePresence, {
          params,
          body: { id, activity, ...(caret.current !== undefined && { caret: caret.current }) },
        })
        .catch(() => {});
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
      clearTimeout(caretTimer.current);
      caretTimer.current = undefined;
      globalThis.removeEventListener("pagehide", leave);
      globalThis.removeEventListener("pageshow", arrive);
      leave();
    };
  }, [announce]);
  const noteTyping = useCallback((): void => {
    typedAt.current = performance.now();
    if (announced.current !== "typing") announce("typing");
  }, [announce]);
  const noteCaret = useCallback(
    (next: string | undefined): void => {
      caret.current = next;
      caretTimer.current ??= setTimeout(
        () => {
          caretTimer.current = undefined;
          if (announced.current !== "left") announce(announced.current === "typing" ? "typing" : "viewing");
        },
        Math.max(0, announcedAt.current + caretMilliseconds - performance.now()),
      );
    },
    [announce],
  );
  const others = useMemo(() => data.filter((other) => other.id !== id), [data, id]);
  return { others, noteTyping, noteCaret };
}
