import { ApiError } from "@plugboard/api/client";
import {
  appendSharedDraftChange,
  discardPageDraft,
  getSharedDraftChanges,
  saveSharedDraft,
  startSharedDraft,
} from "@plugboard/content/routes";
import { encodeStateAsUpdate } from "yjs";
import { api } from "../data/platform-api.ts";
import type { PageText } from "./merge-texts.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import type { SharedChanges, SharedRefusal, SharedServer } from "./create-shared-session.ts";
import { createSharedDoc, sharedFormat } from "./shared-text.ts";

interface PageParams {
  readonly spaceId: string;
  readonly pageId: string;
}

const refusals: Readonly<Record<string, SharedRefusal>> = {
  precondition_failed: "behind",
  conflict: "full",
  not_found: "ended",
};

/** Returns the server of a page's shared draft. */
export function createSharedServer(params: PageParams): SharedServer {
  return {
    read: async (after) => await readSharedChanges(params, after),
    append: async ({ content, ...change }) => {
      try {
        const body = { ...change, content: encodeBase64(content) };
        return (await api.call(appendSharedDraftChange, { params, body })).sequence;
      } catch (error) {
        const refusal = error instanceof ApiError ? refusals[error.code] : undefined;
        if (refusal === undefined) throw error;
        return refusal;
      }
    },
    save: async ({ state, ...save }) => {
      await api.call(saveSharedDraft, { params, body: { ...save, state: encodeBase64(state) } });
    },
  };
}

/** Returns the changes of a page's shared draft, or `undefined` if there is none. */
export async function readSharedChanges(
  params: PageParams,
  after: number | undefined,
): Promise<SharedChanges | undefined> {
  try {
    const query = after === undefined ? {} : { after };
    const { state, updates, ...changes } = await api.call(getSharedDraftChanges, { params, query });
    return {
      ...changes,
      ...(state !== undefined && { state: decodeBase64(state) }),
      updates: updates.map(({ content }) => decodeBase64(content)),
    };
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Starts the shared draft of a page with a text, unless there is one. */
export async function startShared(params: PageParams, text: PageText, revisionId: string): Promise<void> {
  const state = encodeBase64(encodeStateAsUpdate(createSharedDoc(text)));
  const { title, markdown } = text;
  const body = { title, markdown, revisionId, state, format: sharedFormat };
  await api.call(startSharedDraft, { params, body });
}

/** Discards a private draft whose text the shared draft contains. Keeps one that another window has changed. */
export async function discardPrivateDraft(params: PageParams, version: string): Promise<void> {
  await api.call(discardPageDraft, { params, ifMatch: version });
}
