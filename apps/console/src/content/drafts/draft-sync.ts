import type { PageContent, PageDraft } from "@plugboard/content/types";
import { isSameText, mergeTexts, type PageText } from "../texts/merge-texts.ts";

/** A draft as stored on the server. */
export interface StoredDraft {
  readonly version: string;
  readonly text: PageText;
}

/** The text of an open editor and its relation to the server. */
export interface DraftSync {
  readonly text: PageText;
  /** The published revision that the text is based on. */
  readonly base: PageText & { readonly revisionId: string };
  /** The newest stored draft whose changes are in the text. `undefined` if there is none. */
  readonly stored?: StoredDraft | undefined;
  /** Texts that were sent without a response. The server may have saved any of them. */
  readonly unconfirmed: readonly PageText[];
  /** A draft from another window that changes the same lines. Nothing is sent until the author has resolved it. */
  readonly conflict?: PageDraft | undefined;
}

/** The next request that brings the server up to date. */
export type DraftCall =
  | {
      readonly type: "save";
      readonly text: PageText;
      readonly revisionId: string;
      /** The stored version to replace. If `undefined`, the draft must not exist yet. */
      readonly version: string | undefined;
    }
  | { readonly type: "discard"; readonly version: string };

/** The result of a call that reached the server. `refused` means the stored draft has another version. */
export type DraftOutcome =
  | { readonly type: "saved"; readonly version: string }
  | { readonly type: "discarded" }
  | { readonly type: "refused"; readonly stored: PageDraft | null };

const maxUnconfirmed = 3;

/**
 * Returns the state of a newly opened editor: the stored draft or the page, merged with texts from this browser that never
 * reached the server.
 */
export function openDraft(
  content: PageContent,
  draft: PageDraft | null,
  kept: readonly DraftSync[] = [],
): DraftSync {
  const [first, ...others] = kept;
  if (first === undefined) {
    const { title, markdown } = draft ?? content;
    return {
      text: { title, markdown },
      base: { ...textOf(content), revisionId: (draft ?? content).revisionId },
      stored: draft === null ? undefined : asStored(draft),
      unconfirmed: [],
    };
  }
  const mine = others.reduce(joinKept, { ...first, conflict: undefined });
  if (draft !== null && draft.version === mine.stored?.version) return mine;
  return afterRefusal(mine, draft);
}

/** Merges two texts that different windows kept in this browser. */
function joinKept(mine: DraftSync, other: DraftSync): DraftSync {
  const isSameBase =
    mine.stored?.version === other.stored?.version && mine.base.revisionId === other.base.revisionId;
  const { title, markdown } = mergeTexts(
    isSameBase ? (mine.stored?.text ?? mine.base) : undefined,
    mine.text,
    other.text,
  );
  return {
    ...mine,
    text: { title, markdown },
    unconfirmed: [...mine.unconfirmed, ...other.unconfirmed].slice(-maxUnconfirmed),
  };
}

/** Returns whether the text differs from the published page. */
export function isChanged({ text, base }: DraftSync): boolean {
  return !isSameText(text, base);
}

/** Returns the next request, or `undefined` if the server is up to date or the author has to resolve a conflict. */
export function nextCall(sync: DraftSync): DraftCall | undefined {
  const { text, base, stored, unconfirmed, conflict } = sync;
  if (conflict !== undefined) return undefined;
  if (!isChanged(sync)) {
    if (stored !== undefined) return { type: "discard", version: stored.version };
    // The server may have saved a draft whose response was lost. Saving again returns it, so it can then be
    // discarded.
    if (unconfirmed.length === 0) return undefined;
  }
  if (stored !== undefined && isSameText(stored.text, text)) return undefined;
  return { type: "save", text, revisionId: base.revisionId, version: stored?.version };
}

/** Records that a call was sent. */
export function afterSend(sync: DraftSync, call: DraftCall): DraftSync {
  if (call.type === "discard") return sync;
  const unconfirmed = sync.unconfirmed.filter((text) => !isSameText(text, call.text));
  return { ...sync, unconfirmed: [...unconfirmed, call.text].slice(-maxUnconfirmed) };
}

/** Applies the result of a call to a text that may have changed since it was sent. */
export function afterCall(sync: DraftSync, call: DraftCall, outcome: DraftOutcome): DraftSync {
  if (outcome.type === "refused") return afterRefusal(sync, outcome.stored);
  const stored =
    call.type === "save" && outcome.type === "saved"
      ? { version: outcome.version, text: call.text }
      : undefined;
  return { ...sync, stored, unconfirmed: [] };
}

function afterRefusal(sync: DraftSync, draft: PageDraft | null): DraftSync {
  // Discarded or published in another window: saving starts a new draft.
  if (draft === null) return { ...sync, stored: undefined };
  const isOwn = [sync.text, ...sync.unconfirmed].some((text) => isSameText(text, draft));
  if (isOwn) return { ...sync, stored: asStored(draft), unconfirmed: [] };
  const { overlaps, ...text } = mergeTexts(commonText(sync, draft), sync.text, draft);
  if (overlaps) return { ...sync, conflict: draft };
  return { ...sync, text, stored: asStored(draft), unconfirmed: [] };
}

/** Returns the common ancestor of the editor's text and a stored draft, or `undefined` if it is unknown. */
export function commonText({ stored, base }: DraftSync, draft: PageDraft): PageText | undefined {
  if (stored !== undefined && draftId(stored.version) === draftId(draft.version)) return stored.text;
  return draft.revisionId === base.revisionId ? base : undefined;
}

// A draft that was discarded and started again has a new id and may lack the earlier changes.
function draftId(version: string): string {
  return version.replace(/\..*/, "");
}

/** Ends a conflict with the text that the author chose. */
export function resolveConflict(sync: DraftSync, text: PageText): DraftSync {
  const { conflict } = sync;
  if (conflict === undefined) return sync;
  return { ...sync, text: textOf(text), stored: asStored(conflict), unconfirmed: [], conflict: undefined };
}

/** Rebases the text on another published revision. */
export function rebase(sync: DraftSync, content: Omit<PageContent, "pageId">, text = sync.text): DraftSync {
  return { ...sync, base: { ...textOf(content), revisionId: content.revisionId }, text: textOf(text) };
}

/**
 * Takes over a newer published revision. Unpublished changes are merged with it; if both change the same lines, they wait
 * until the author publishes.
 */
export function followPage(sync: DraftSync, content: PageContent): DraftSync {
  const { base, text, stored, conflict } = sync;
  if (content.revisionId === base.revisionId || conflict !== undefined) return sync;
  if (!isChanged(sync)) return stored === undefined ? rebase(sync, content, content) : sync;
  const { overlaps, ...merged } = mergeTexts(base, text, content);
  return overlaps ? sync : rebase(sync, content, merged);
}

/**
 * Takes over a draft that another window saved or discarded, while no call is in flight. Overlapping changes wait for the
 * next save.
 */
export function followDraft(sync: DraftSync, draft: PageDraft | null): DraftSync {
  const { stored, text, base, conflict } = sync;
  if (conflict !== undefined || draft?.version === stored?.version) return sync;
  if (draft !== null) {
    const next = afterRefusal(sync, draft);
    return next.conflict === undefined ? next : sync;
  }
  const hasUnsaved = stored === undefined || !isSameText(stored.text, text);
  return hasUnsaved ? sync : { ...sync, text: textOf(base), stored: undefined, unconfirmed: [] };
}

function textOf({ title, markdown }: PageText): PageText {
  return { title, markdown };
}

function asStored(draft: PageDraft): StoredDraft {
  return { version: draft.version, text: textOf(draft) };
}
