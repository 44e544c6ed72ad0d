import { ApiError } from "@plugboard/api/client";
import type { PageContent, PageDraft } from "@plugboard/content/types";
import { discardPageDraft, getPageDraft, savePageDraft } from "@plugboard/content/routes";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../data/platform-api.ts";
import { isUnreachable } from "../../data/retry.ts";
import { noteRefusal, useSession } from "../../data/session.ts";
import {
  afterCall,
  afterSend,
  type DraftCall,
  type DraftOutcome,
  type DraftSync,
  followDraft,
  nextCall,
  openDraft,
} from "./draft-sync.ts";
import { type DraftTarget, dropKept, keepDraft, readKeptDrafts } from "./kept-drafts.ts";
import { createRandomId } from "../common/random-id.ts";

/** Returns the reader's stored draft of a page, or `null` if there is none. */
export async function readDraft(params: Omit<DraftTarget, "author">): Promise<PageDraft | null> {
  return (await api.call(getPageDraft, { params })).draft ?? null;
}

/**
 * The saving state of the text. `refused`: the page was deleted, or the author lost access to it. `unkept`: neither the
 * server nor this browser's storage has it.
 */
export type DraftState = "waiting" | "saved" | "failed" | "refused" | "unkept" | "conflict";

/** The reason why the last save failed. */
export type SaveFailure = "failed" | "refused";

/** Returns the reason why a save failed. */
export function failureOf(error: unknown): SaveFailure {
  return isUnreachable(error) ? "refused" : "failed";
}

/** The draft of an open editor. */
export interface Draft {
  readonly sync: DraftSync;
  readonly state: DraftState;
  /** Applies an edit from the editor. */
  readonly change: (step: (sync: DraftSync) => DraftSync) => void;
  /** Applies a change that didn't come from the editor. */
  readonly replace: (step: (sync: DraftSync) => DraftSync) => void;
  /** Saves without waiting for a pause in typing. */
  readonly save: () => void;
}

// The pause in typing before a save (ms).
const debounceMilliseconds = 800;
const retryMilliseconds = 5_000;

/**
 * Stores typed text in this browser immediately and on the server after a pause. Failed saves are retried. Takes over drafts
 * of the author's other windows.
 *
 * @param newest - the version of the newest stored draft; `null` if there is none, `undefined` if unknown
 */
export function useDraft(
  target: DraftTarget,
  content: PageContent,
  { stored, newest }: { readonly stored: PageDraft | null; readonly newest: string | null | undefined },
): Draft {
  const session = useSession();
  const [window] = useState(createRandomId);
  const [kept] = useState(() => readKeptDrafts(target));
  const [sync, setSync] = useState(() => openDraft(content, stored, kept.drafts));
  const [isKept, setIsKept] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  // Requests can end between two renders and must merge with the newest text.
  const latest = useRef(sync);
  const sending = useRef(false);

  const { spaceId, pageId, author } = target;
  const keep = useCallback(
    (next: DraftSync): boolean => {
      const isUnsaved = nextCall(next) !== undefined || next.conflict !== undefined;
      return keepDraft({ spaceId, pageId, author }, window, isUnsaved ? next : undefined);
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
      // The editor must show the new text before the next keystroke.
      flushSync(() => change(step));
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
      setFailure(undefined);
    } catch (error) {
      noteRefusal(error);
      setFailure(failureOf(error));
    } finally {
      sending.current = false;
      setIsSending(false);
    }
  }, [spaceId, pageId, change, replace]);

  const heard = useRef<string | null>(undefined);
  const isHeard = newest === undefined || (newest ?? undefined) === sync.stored?.version;
  const canHear = !isHeard && !isSending && sync.conflict === undefined && session === "signedIn";
  useEffect(() => {
    if (isHeard) heard.current = undefined;
    // A list can be older than the last save, so each version is read once.
    if (!canHear || sending.current || heard.current === newest) return;
    heard.current = newest;
    // A save meanwhile would make the read draft outdated.
    sending.current = true;
    setIsSending(true);
    readDraft({ spaceId, pageId })
      .then((draft) => replace((before) => followDraft(before, draft)))
      // The next save is refused and merges the draft.
      .catch(noteRefusal)
      .finally(() => {
        sending.current = false;
        setIsSending(false);
      });
  }, [newest, isHeard, canHear, replace, spaceId, pageId]);

  useEffect(() => {
    // This text now includes the drafts of closed windows.
    if (keep(latest.current)) dropKept(kept);
  }, [keep, kept]);

  const isUnsaved = nextCall(sync) !== undefined;
  const hasFailed = failure !== undefined;
  const canSend = isUnsaved && !isSending && session === "signedIn";
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

  // Leaving doesn't wait for the request: this browser keeps the text until the save succeeds.
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (canSend) void send();
    };
  }, [canSend, send]);
  useEffect(() => () => leave.current(), []);

  const isLost = !isKept && (isUnsaved || sync.conflict !== undefined);
  useEffect(() => {
    if (!isLost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [isLost]);

  return {
    sync,
    state: stateOf({ sync, isUnsaved: isUnsaved || isSending, failure, isLost }),
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

interface Progress {
  readonly sync: DraftSync;
  readonly isUnsaved: boolean;
  readonly failure: SaveFailure | undefined;
  readonly isLost: boolean;
}

function stateOf({ sync, isUnsaved, failure, isLost }: Progress): DraftState {
  if (sync.conflict !== undefined) return "conflict";
  if (!isUnsaved) return "saved";
  if (failure === undefined) return "waiting";
  return isLost ? "unkept" : failure;
}
