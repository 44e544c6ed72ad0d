import { defineFeature, type Feature } from "@plugboard/platform";
import { authorOf, isoTime } from "@plugboard/platform/product";
import { sharedDraftOperations } from "../contract/shared-draft-operations.ts";
import {
  appendSharedDraftChange,
  getSharedDraft,
  getSharedDraftChanges,
  saveSharedDraft,
  type SharedDraftSummary,
  startSharedDraft,
} from "../shared-drafts.ts";
import type { SharedDraftLocation } from "../shared-draft-authors.ts";

export const sharedDraftFeature: Feature = defineFeature(sharedDraftOperations, (platform) => ({
  getSharedDraft: async ({ params, query }) => {
    const draft = await getSharedDraft(platform, locationOf(params, query));
    return draft === undefined ? {} : { draft: withIsoTime(draft) };
  },
  startSharedDraft: async ({ params, query, body, caller }) => {
    const start = { ...body, state: decode(body.state), author: authorOf(caller) };
    return withIsoTime(await startSharedDraft(platform, locationOf(params, query), start));
  },
  saveSharedDraft: async ({ params, query, body }) =>
    await saveSharedDraft(platform, locationOf(params, query), { ...body, state: decode(body.state) }),
  getSharedDraftChanges: async ({ params, query }) => {
    const changes = await getSharedDraftChanges(platform, locationOf(params, query), query.after);
    if (changes === undefined) return {};
    const { state, updates, ...draft } = changes;
    return {
      draft: {
        ...withIsoTime(draft),
        ...(state !== undefined && { state: encode(state) }),
        updates: updates.map(({ sequence, content }) => ({ sequence, content: encode(content) })),
      },
    };
  },
  appendSharedDraftChange: async ({ params, query, body, caller }) => {
    const change = { ...body, content: decode(body.content), author: authorOf(caller) };
    return { sequence: await appendSharedDraftChange(platform, locationOf(params, query), change) };
  },
}));

function locationOf(
  params: { readonly spaceId: string; readonly pageId: string },
  { changeRequest = "" }: { readonly changeRequest?: string | undefined },
): SharedDraftLocation {
  return { ...params, changeRequestId: changeRequest };
}

function withIsoTime<Draft extends SharedDraftSummary>(draft: Draft) {
  return { ...draft, updatedAt: isoTime(draft.updatedAt) };
}

function decode(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
