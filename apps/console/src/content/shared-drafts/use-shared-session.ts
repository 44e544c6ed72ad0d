import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { live } from "../../data/live.ts";
import { noteRefusal, useSession } from "../../data/session.ts";
import { documentOfUpdates } from "./document-of-updates.ts";
import type { DraftTarget } from "../drafts/kept-drafts.ts";
import { type DraftState, failureOf, type SaveFailure } from "../drafts/page-draft.ts";
import { createRandomId } from "../common/random-id.ts";
import { createSharedSession, type SharedChanges, type SharedSession } from "./create-shared-session.ts";
import { createSharedDraftKeeper } from "./keep-shared-draft.ts";
import { dropKeptSharedDrafts, readKeptSharedDrafts } from "./kept-shared-drafts.ts";
import { createSharedServer } from "./shared-server.ts";

// The time for which changes are collected before they are sent (ms).
const collectMilliseconds = 150;
const retryMilliseconds = 5_000;
// The time after a change in which the text is saved for clients that don't read changes (ms).
const saveMilliseconds = 3_000;

interface OpenSession {
  readonly session: SharedSession;
  readonly state: DraftState;
  /** Sends this window's changes now. Rejects if the server can't be reached. */
  readonly sync: () => Promise<void>;
  /** Removes the changes that this browser keeps, because they are kept elsewhere. */
  readonly forget: () => void;
}

/**
 * Keeps a shared draft in sync with the server. Typed text is stored in this browser immediately and sent after a moment.
 * Failed requests are retried.
 *
 * @param onOpen - changes the document before it is shown
 */
export function useSharedSession(
  target: DraftTarget,
  opened: SharedChanges,
  onOpen: (session: SharedSession) => void,
): OpenSession {
  const signedIn = useSession() === "signedIn";
  const [window] = useState(createRandomId);
  const [{ session, kept, keeper }] = useState(() => {
    const created = createSharedSession(opened, createSharedServer(target));
    const own = readKeptSharedDrafts(target).filter(
      ({ draftId, updates }) => draftId === opened.id && documentOfUpdates(updates) !== undefined,
    );
    for (const { updates } of own) created.add(updates);
    onOpen(created);
    return {
      session: created,
      kept: own,
      keeper: createSharedDraftKeeper(target, window, created),
    };
  });
  const [{ hasUnsent, isKept }, setProgress] = useState({ hasUnsent: session.hasUnsent(), isKept: true });
  const [failure, setFailure] = useState<SaveFailure>();

  const isForgotten = useRef(false);
  const keep = useCallback((): boolean => {
    const isUnsent = session.hasUnsent() && !isForgotten.current;
    if (!isUnsent) keeper.drop();
    const isStored = !isUnsent || keeper.keep();
    setProgress({ hasUnsent: isUnsent, isKept: isStored });
    return isStored;
  }, [session, keeper]);

  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const run = useCallback(
    async (request: () => Promise<void>): Promise<void> => {
      try {
        await request();
        setFailure(undefined);
      } catch (error) {
        noteRefusal(error);
        setFailure(failureOf(error));
        throw error;
      } finally {
        keep();
      }
    },
    [keep],
  );
  const sync = useCallback(() => run(session.sync), [run, session]);
  const save = useCallback((): void => {
    saving.current ??= setTimeout(() => {
      saving.current = undefined;
      // A later save makes up for a failed one.
      session.save().catch(noteRefusal);
    }, saveMilliseconds);
  }, [session]);

  useEffect(() => {
    const onUpdate = (): void => {
      keep();
      // The windows of others save their changes.
      if (session.hasUnsent()) save();
    };
    // This window's document now contains the changes of closed windows.
    if (keep()) dropKeptSharedDrafts(kept);
    save();
    session.doc.on("update", onUpdate);
    return () => session.doc.off("update", onUpdate);
  }, [session, kept, keep, save]);

  // Notices of the server say when to read again.
  useQuery({
    queryKey: ["shared-draft-changes", session.draftId, window],
    queryFn: async () => {
      await sync().catch(() => {});
      return Date.now();
    },
    enabled: signedIn,
    gcTime: 0,
    ...live("shared-drafts"),
  });

  const forget = useCallback((): void => {
    isForgotten.current = true;
    keep();
  }, [keep]);
  const hasFailed = failure !== undefined;
  const canSend = hasUnsent && signedIn;
  useEffect(() => {
    if (!canSend) return undefined;
    let isSending = false;
    const send = (): void => {
      if (isSending) return;
      isSending = true;
      run(session.send)
        .catch(() => {})
        .finally(() => {
          isSending = false;
        });
    };
    const timer = setInterval(send, hasFailed ? retryMilliseconds : collectMilliseconds);
    globalThis.addEventListener("online", send);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener("online", send);
    };
  }, [canSend, hasFailed, run, session]);

  // Leaving doesn't wait for the request: this browser keeps the changes until it succeeds.
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      clearTimeout(saving.current);
      if (signedIn && !session.hasEnded())
        void session
          .sync()
          .then(() => session.save())
          .finally(keep)
          .catch(noteRefusal);
    };
  }, [signedIn, session, keep]);
  useEffect(() => () => leave.current(), []);
  useEffect(() => {
    globalThis.addEventListener("pagehide", keeper.close);
    return () => {
      globalThis.removeEventListener("pagehide", keeper.close);
      keeper.close();
    };
  }, [keeper]);

  const isLost = hasUnsent && !isKept;
  useEffect(() => {
    if (!isLost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isLost]);

  const state = hasUnsent ? (hasFailed ? (isLost ? "unkept" : failure) : "waiting") : "saved";
  return { session, state, sync, forget };
}
