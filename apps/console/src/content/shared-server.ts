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
import { api } from "../data/platform-api.ts";
import type { PageText } from "./merge-texts.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import {
  readSavedText,
  saveRequest,
  type SharedAppend,
  type SharedChanges,
  type SharedRefusal,
  type SharedServer,
} from "./create-shared-session.ts";
import { createSharedDoc, sharedFormat } from "./shared-text.ts";

interface PageParams {
  readonly spaceId: string;
  readonly pageId: string;
}

const refusals: Readonly<Record<string, SharedRefusal>> = {
  precondition_failed: "behind",
  conflict: "full",
  not_found: "behind",
};

/** Returns the server of a page's shared draft. */
export function createSharedServer(params: PageParams): SharedServer {
  return {
    // Not `openSharedDraft`, which waits for an open window such as this one to save the draft.
    read: async (after) => await readChanges(params, after),
    append: async (change) => await append(params, change),
    save: async ({ state, ...save }) => {
      await api.call(saveSharedDraft, { params, body: { ...save, state: encodeBase64(state) } });
    },
  };
}

/** Returns the server of a draft for people who can't change it. */
export function createWatchedServer(params: PageParams): SharedServer {
  return {
    ...createSharedServer(params),
    read: async (after) => await readSharedChanges(params, after),
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
export async function readWatchedDraft(params: PageParams): Promise<SharedChanges | undefined> {
  const changes = await readSharedChanges(params, undefined);
  if (changes?.format === sharedFormat && !(await canOpen(params, changes)))
    throw new Error("Can’t show this draft until one of its editors opens it again.");
  return changes;
}

async function append(
  params: PageParams,
  { content, ...change }: SharedAppend,
): Promise<number | SharedRefusal> {
  try {
    const body = { ...change, content: encodeBase64(content) };
    return (await api.call(appendSharedDraftChange, { params, body })).sequence;
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
export async function openSharedDraft(params: PageParams): Promise<SharedChanges | undefined> {
  let asked: { readonly draftId: string; readonly time: number } | undefined;
  for (;;) {
    const changes = await readSharedChanges(params, undefined);
    if (changes === undefined || changes.format !== sharedFormat || (await canOpen(params, changes)))
      return changes;
    const { id: draftId, sequence } = changes;
    // Another draft can have replaced the one whose windows were asked.
    if (asked?.draftId !== draftId) {
      const appended = await append(params, { draftId, after: sequence, content: saveRequest });
      if (appended !== "behind") asked = { draftId, time: performance.now() };
    } else if (performance.now() - asked.time < repairMilliseconds)
      await new Promise((resolve) => setTimeout(resolve, repairInterval));
    else await replaceSharedDraft(params, draftId);
  }
}

async function canOpen(params: PageParams, changes: SharedChanges): Promise<boolean> {
  const text = readSavedText(changes);
  if (text === undefined) return false;
  if (text.markdown !== "") return true;
  // Yjs accepts a state that lacks the text.
  const { draft } = await api.call(getSharedDraft, { params });
  return draft?.markdown.trim() === "";
}

async function replaceSharedDraft(params: PageParams, draftId: string): Promise<void> {
  const { draft: saved } = await api.call(getSharedDraft, { params });
  if (saved === undefined) return;
  const text = saved.markdown.trim() === "" ? await api.call(getPageContent, { params }) : saved;
  await startShared(params, text, saved.revisionId, draftId);
}

/** Returns the changes of a page's shared draft, or `undefined` if there is none or no such page. */
async function readSharedChanges(
  params: PageParams,
  after: number | undefined,
): Promise<SharedChanges | undefined> {
  try {
    return await readChanges(params, after);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Returns the changes of a page's shared draft, or `undefined` if there is none. Rejects if the page can't be reached. */
async function readChanges(
  params: PageParams,
  after: number | undefined,
): Promise<SharedChanges | undefined> {
  const query = after === undefined ? {} : { after };
  const { draft } = await api.call(getSharedDraftChanges, { params, query });
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
  params: PageParams,
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
  await api.call(startSharedDraft, { params, body });
}
