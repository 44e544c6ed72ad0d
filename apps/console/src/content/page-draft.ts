import { ApiError, type PageDraft } from "@plugboard/api/client";
import { discardPageDraft, getPageDraft, savePageDraft } from "@plugboard/api/routes";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useSession } from "../data/session.ts";

/** What is typed on a page. */
export interface PageText {
  readonly title: string;
  readonly markdown: string;
}

/** What is typed on a page and the server may not have yet, as this browser keeps it. */
export interface KeptDraft extends PageText {
  /** The page's revision that it is a change of. */
  readonly revisionId: string;
  /** The version of the server's draft that it goes on from; empty where there was none. */
  readonly version: string;
}

/** Whose draft of which page. */
export interface DraftPlace {
  readonly spaceId: string;
  readonly pageId: string;
  /** The person's id, so that nobody else at this browser finds it. */
  readonly author: string;
}

const nameOf = ({ author, pageId }: DraftPlace) => `plugboard-draft-${author}-${pageId}`;

/** What was typed in this browser and did not reach the server. */
export function readKeptDraft(place: DraftPlace): KeptDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? "null");
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

function keepDraft(place: DraftPlace, draft: KeptDraft | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(nameOf(place));
    else localStorage.setItem(nameOf(place), JSON.stringify(draft));
  } catch {
    // Full, or switched off: what is typed is on the screen, and soon on the server.
  }
}

const fields = ["title", "markdown", "revisionId", "version"];

function isDraft(value: unknown): value is KeptDraft {
  return fields.every((field) => typeof Reflect.get(Object(value), field) === "string");
}

/** The reader's draft of a page on the server; `null` without one. */
export async function readDraft(params: Omit<DraftPlace, "author">): Promise<PageDraft | null> {
  try {
    return await api.call(getPageDraft, { params });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** How far the server has what is typed. */
export type DraftState = "waiting" | "saved" | "failed" | "conflict";

/** The draft of an editor that is open. */
export interface Draft {
  readonly state: DraftState;
  /** Saves at once what waits. */
  readonly save: () => void;
  /** Goes on from another version of the draft: over what another window saved. */
  readonly continueFrom: (version: string) => void;
}

// Between the last key and the request.
const debounceMilliseconds = 800;
const retryMilliseconds = 5_000;

/**
 * Keeps what is typed: in this browser at once, and on the server when nothing was typed for a moment. What the server refuses, or
 * cannot be reached for, is tried again, and after signing in.
 *
 * @param begun - what the editor began with, and whether this browser kept it
 */
export function useDraft(
  place: DraftPlace,
  begun: PageText & { readonly version: string; readonly isKept: boolean },
  { title, markdown, revisionId, isChanged }: TypedText,
): Draft {
  const { spaceId, pageId } = place;
  const session = useSession();
  const [version, setVersion] = useState(begun.version);
  // What the server has; nothing that is known where this browser kept something else.
  const [saved, setSaved] = useState<SavedText | undefined>(
    begun.isKept
      ? undefined
      : { title: begun.title, markdown: begun.markdown, isChanged: begun.version !== "" },
  );
  const typed = useMemo(
    (): TypedText => ({ title, markdown, revisionId, isChanged }),
    [title, markdown, revisionId, isChanged],
  );
  const { mutate, isPending, isError, error, reset } = useMutation({
    mutationFn: async ({ isChanged: isDraft, ...body }: TypedText): Promise<string> => {
      const params = { spaceId, pageId };
      if (isDraft) {
        const ifMatch = version === "" ? undefined : version;
        try {
          return (await api.call(savePageDraft, { params, body, ifMatch })).version;
        } catch (error) {
          if (!isOutdated(error)) throw error;
          const other = await readDraft(params);
          // The other window discarded or published its draft: there is nothing to choose from.
          if (other === null) return (await api.call(savePageDraft, { params, body })).version;
          // Saved from here, and the response did not arrive.
          if (other.title === body.title && other.markdown === body.markdown) return other.version;
          throw error;
        }
      }
      if (version !== "") await api.call(discardPageDraft, { params });
      return "";
    },
    onSuccess: (next, sent) => {
      setVersion(next);
      setSaved(sent);
    },
  });
  const isBehind = saved?.title !== title || saved.markdown !== markdown || saved.isChanged !== isChanged;
  const isConflict = isOutdated(error);
  const { author } = place;
  useEffect(() => {
    const draft = isBehind && isChanged ? { title, markdown, revisionId, version } : undefined;
    keepDraft({ spaceId, pageId, author }, draft);
  }, [spaceId, pageId, author, isBehind, isChanged, title, markdown, revisionId, version]);

  const canSave = isBehind && !isPending && !isConflict && session === "signedIn";
  useEffect(() => {
    if (!canSave) return undefined;
    const save = (): void => mutate(typed);
    const timer = setTimeout(save, isError ? retryMilliseconds : debounceMilliseconds);
    window.addEventListener("online", save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", save);
    };
  }, [canSave, isError, mutate, typed]);

  // Whoever leaves the page does not wait: what does not arrive is kept in this browser.
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (canSave) mutate(typed);
    };
  }, [canSave, mutate, typed]);
  useEffect(() => () => leave.current(), []);

  return {
    state: stateOf({ isConflict, isBehind: isBehind || isPending, isError }),
    save: () => leave.current(),
    continueFrom: (next) => {
      setVersion(next);
      reset();
    },
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "precondition_failed";
}

interface SavedText extends PageText {
  readonly isChanged: boolean;
}

/** What is typed now. */
interface TypedText extends SavedText {
  /** The page's revision that it is a change of. */
  readonly revisionId: string;
}

function stateOf({
  isConflict,
  isBehind,
  isError,
}: Readonly<Record<"isConflict" | "isBehind" | "isError", boolean>>): DraftState {
  if (isConflict) return "conflict";
  if (!isBehind) return "saved";
  return isError ? "failed" : "waiting";
}
