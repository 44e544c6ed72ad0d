import { ApiError, type PageContent, type PageDraft } from "@plugboard/api/client";
import { discardPageDraft, getPageDraft, savePageDraft } from "@plugboard/api/routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../data/platform-api.ts";
import { noteRefusal, useSession } from "../data/session.ts";
import {
  afterCall,
  afterSend,
  type DraftCall,
  type DraftOutcome,
  type DraftSync,
  nextCall,
  openDraft,
} from "./draft-sync.ts";
import { type DraftTarget, dropKept, keepDraft, readKeptDrafts } from "./kept-drafts.ts";

/** Returns the reader's stored draft of a page, or `null` if there is none. */
export async function readDraft(params: Omit<DraftTarget, "author">): Promise<PageDraft | null> {
  try {
    return await api.call(getPageDraft, { params });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** Whether the server has the text. `unkept`: neither the server nor the storage of this browser has it. */
export type DraftState = "waiting" | "saved" | "failed" | "unkept" | "conflict";

/** The draft of an open editor. */
export interface Draft {
  readonly sync: DraftSync;
  readonly state: DraftState;
  /** Counts changes that were not typed here: the editor shows their text. */
  readonly edition: number;
  /** Applies what the author did in the editor. */
  readonly change: (step: (sync: DraftSync) => DraftSync) => void;
  /** Applies a change to the text that did not come from the editor. */
  readonly replace: (step: (sync: DraftSync) => DraftSync) => void;
  /** Saves without waiting for a pause in typing. */
  readonly save: () => void;
}

// Between the last key and the request.
const debounceMilliseconds = 800;
const retryMilliseconds = 5_000;

/** Keeps what is typed: in this browser immediately, and on the server after a pause in typing. Failed saves are retried. */
export function useDraft(target: DraftTarget, content: PageContent, stored: PageDraft | null): Draft {
  const session = useSession();
  const [window] = useState(createWindowId);
  const [kept] = useState(() => readKeptDrafts(target));
  const [sync, setSync] = useState(() => openDraft(content, stored, kept.drafts));
  const [edition, setEdition] = useState(0);
  const [isKept, setIsKept] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // Requests end between two renders, and merge with what was typed by then.
  const latest = useRef(sync);
  const sending = useRef(false);

  const { spaceId, pageId, author } = target;
  const keep = useCallback(
    (next: DraftSync): boolean => {
      const isBehind = nextCall(next) !== undefined || next.conflict !== undefined;
      return keepDraft({ spaceId, pageId, author }, window, isBehind ? next : undefined);
    },
    [spaceId, pageId, author, window],
  );
  const change = useCallback(
    (step: Step): void => {
      latest.current = step(latest.current);
      setIsKept(keep(latest.current));
      setSync(latest.current);
    },
    [keep],
  );
  const replace = useCallback(
    (step: Step): void => {
      const before = latest.current.text;
      // The editor shows the new text before the next key is typed into it.
      flushSync(() => {
        change(step);
        if (latest.current.text !== before) setEdition((count) => count + 1);
      });
    },
    [change],
  );
  const send = useCallback(async (): Promise<void> => {
    const call = nextCall(latest.current);
    if (call === undefined || sending.current) return;
    sending.current = true;
    setIsSending(true);
    change((before) => afterSend(before, call));
    try {
      const outcome = await perform({ spaceId, pageId }, call);
      replace((before) => afterCall(before, call, outcome));
      setHasFailed(false);
    } catch (error) {
      noteRefusal(error);
      setHasFailed(true);
    } finally {
      sending.current = false;
      setIsSending(false);
    }
  }, [spaceId, pageId, change, replace]);

  useEffect(() => {
    // The texts of closed windows are part of this one now.
    if (keep(latest.current)) dropKept(kept);
  }, [keep, kept]);

  const isBehind = nextCall(sync) !== undefined;
  const canSend = isBehind && !isSending && session === "signedIn";
  useEffect(() => {
    if (!canSend) return undefined;
    const save = (): void => void send();
    const timer = setTimeout(save, hasFailed ? retryMilliseconds : debounceMilliseconds);
    globalThis.addEventListener("online", save);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", save);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every key starts the wait anew
  }, [canSend, hasFailed, send, sync.text]);

  // Leaving the page does not wait for the request: the text stays in this browser until it has succeeded.
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (canSend) void send();
    };
  }, [canSend, send]);
  useEffect(() => () => leave.current(), []);

  const isLost = !isKept && (isBehind || sync.conflict !== undefined);
  useEffect(() => {
    if (!isLost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isLost]);

  return {
    sync,
    state: stateOf({ sync, isBehind: isBehind || isSending, hasFailed, isLost }),
    edition,
    change,
    replace,
    save: () => leave.current(),
  };
}

type Step = (sync: DraftSync) => DraftSync;

async function perform(params: Omit<DraftTarget, "author">, call: DraftCall): Promise<DraftOutcome> {
  try {
    if (call.type === "discard") {
      await api.call(discardPageDraft, { params, ifMatch: call.version });
      return { type: "discarded" };
    }
    const { text, revisionId, version } = call;
    const condition = version === undefined ? ({ ifNoneMatch: "*" } as const) : { ifMatch: version };
    const saved = await api.call(savePageDraft, { params, body: { ...text, revisionId }, ...condition });
    return { type: "saved", version: saved.version };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "precondition_failed") throw error;
    return { type: "refused", stored: await readDraft(params) };
  }
}

// `crypto.randomUUID` is missing on pages without TLS.
function createWindowId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
}

interface Progress {
  readonly sync: DraftSync;
  readonly isBehind: boolean;
  readonly hasFailed: boolean;
  readonly isLost: boolean;
}

function stateOf({ sync, isBehind, hasFailed, isLost }: Progress): DraftState {
  if (sync.conflict !== undefined) return "conflict";
  if (!isBehind) return "saved";
  if (!hasFailed) return "waiting";
  return isLost ? "unkept" : "failed";
}
