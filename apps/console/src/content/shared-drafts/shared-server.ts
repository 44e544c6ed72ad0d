import { ApiError } from "@plugboard/api/client";
import {
  appendSharedDraftChange,
  getPageContent,
  getSharedDraft,
  getSharedDraftChanges,
  saveSharedDraft,
  startSharedDraft,
} from "@plugboard/content/routes";
import { encodeStateAsUpdate } from "yjs";
import { api } from "../../data/platform-api.ts";
import type { SharedDraftPlace } from "../drafts/kept-drafts.ts";
import type { PageText } from "../texts/merge-texts.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import {
  readSavedText,
  saveRequest,
  type SharedAppend,
  type SharedChanges,
  type SharedRefusal,
  type SharedServer,
} from "./create-shared-session.ts";
import { locationOf } from "./shared-draft-location.ts";
import { createSharedDoc, sharedFormat } from "./shared-text.ts";

const refusals: Readonly<Record<string, SharedRefusal>> = {
  precondition_failed: "behind",
  conflict: "full",
  not_found: "behind",
};

/** Returns the server of a page's shared draft. */
export function createSharedServer(place: SharedDraftPlace): SharedServer {
  return {
    // Not `openSharedDraft`, which waits for an open window such as this one to save the draft.
    read: async (after) => await readChanges(place, after),
    append: async (change) => await append(place, change),
    save: async ({ state, ...save }) => {
      await api.call(saveSharedDraft, {
        ...locationOf(place),
        body: { ...save, state: encodeBase64(state) },
      });
    },
  };
}

/** Returns the server of a draft for people who can't change it. */
export function createWatchedServer(place: SharedDraftPlace): SharedServer {
  return {
    ...createSharedServer(place),
    read: async (after) => await readSharedChanges(place, after),
    // An editor can normalize the text that it shows, which stays in its window.
    append: async ({ after }) => after,
    save: async () => {},
  };
}

/**
 * Returns the changes of a page's shared draft for people who can't change it, or `undefined` if there is none.
 *
 * @throws Error if it can't be opened
 */
export async function readWatchedDraft(place: SharedDraftPlace): Promise<SharedChanges | undefined> {
  const changes = await readSharedChanges(place, undefined);
  if (changes?.format === sharedFormat && !(await canOpen(place, changes)))
    throw new Error("Can’t show this draft until one of its editors opens it again.");
  return changes;
}

async function append(
  place: SharedDraftPlace,
  { content, ...change }: SharedAppend,
): Promise<number | SharedRefusal> {
  try {
    const body = { ...change, content: encodeBase64(content) };
    return (await api.call(appendSharedDraftChange, { ...locationOf(place), body })).sequence;
  } catch (error) {
    const refusal = error instanceof ApiError ? refusals[error.code] : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
}

// The time in which other windows can save a draft that can't be opened, and the interval at which it is read (ms).
const repairMilliseconds = 5_000;
const repairInterval = 500;

/**
 * Returns the changes of a page's shared draft, or `undefined` if there is none. If a client saved a state from which it
 * can't be opened, another window that has the draft open saves it again. Without one, a draft with the saved text replaces
 * it.
 */
export async function openSharedDraft(place: SharedDraftPlace): Promise<SharedChanges | undefined> {
  let asked: { readonly draftId: string; readonly time: number } | undefined;
  for (;;) {
    const changes = await readSharedChanges(place, undefined);
    if (changes === undefined || changes.format !== sharedFormat || (await canOpen(place, changes)))
      return changes;
    const { id: draftId, sequence } = changes;
    // Another draft can have replaced the one whose windows were asked.
    if (asked?.draftId !== draftId) {
      const appended = await append(place, { draftId, after: sequence, content: saveRequest });
      if (appended !== "behind") asked = { draftId, time: performance.now() };
    } else if (performance.now() - asked.time < repairMilliseconds)
      await new Promise((resolve) => setTimeout(resolve, repairInterval));
    else await replaceSharedDraft(place, draftId);
  }
}

async function canOpen(place: SharedDraftPlace, changes: SharedChanges): Promise<boolean> {
  const text = readSavedText(changes);
  if (text === undefined) return false;
  if (text.markdown !== "") return true;
  // Yjs accepts a state that lacks the text.
  const { draft } = await api.call(getSharedDraft, locationOf(place));
  return draft?.markdown.trim() === "";
}

async function replaceSharedDraft(place: SharedDraftPlace, draftId: string): Promise<void> {
  const { draft: saved } = await api.call(getSharedDraft, locationOf(place));
  if (saved === undefined) return;
  const text =
    saved.markdown.trim() === ""
      ? await api.call(getPageContent, { params: locationOf(place).params })
      : saved;
  await startShared(place, text, saved.revisionId, draftId);
}

/** Returns the changes of a page's shared draft, or `undefined` if there is none or no such page. */
async function readSharedChanges(
  place: SharedDraftPlace,
  after: number | undefined,
): Promise<SharedChanges | undefined> {
  try {
    return await readChanges(place, after);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Returns the changes of a page's shared draft, or `undefined` if there is none. Rejects if the page can't be reached. */
async function readChanges(
  place: SharedDraftPlace,
  after: number | undefined,
): Promise<SharedChanges | undefined> {
  const { params, query } = locationOf(place);
  const { draft } = await api.call(getSharedDraftChanges, { params, query: { ...query, after } });
  if (draft === undefined) return undefined;
  const { state, updates, ...changes } = draft;
  return {
    ...changes,
    ...(state !== undefined && { state: decodeBase64(state) }),
    updates: updates.map(({ content }) => decodeBase64(content)),
  };
}

/**
 * Starts the shared draft of a page with a text, unless there is one.
 *
 * @param replaces - the ID of a draft that ends
 */
export async function startShared(
  place: SharedDraftPlace,
  text: PageText,
  revisionId: string,
  replaces?: string,
): Promise<void> {
  const state = encodeBase64(encodeStateAsUpdate(createSharedDoc(text)));
  const { title, markdown } = text;
  const body = {
    title,
    markdown,
    revisionId,
    state,
    format: sharedFormat,
    ...(replaces !== undefined && { replaces }),
  };
  await api.call(startSharedDraft, { ...locationOf(place), body });
}
