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

export const sharedDraftFeature: Feature = defineFeature(sharedDraftOperations, (platform) => ({
  getSharedDraft: async ({ params }) => {
    const draft = await getSharedDraft(platform, params);
    return draft === undefined ? {} : { draft: withIsoTime(draft) };
  },
  startSharedDraft: async ({ params, body, caller }) => {
    const start = { ...body, state: decode(body.state), author: authorOf(caller) };
    return withIsoTime(await startSharedDraft(platform, params, start));
  },
  saveSharedDraft: async ({ params, body }) =>
    await saveSharedDraft(platform, params, { ...body, state: decode(body.state) }),
  getSharedDraftChanges: async ({ params, query: { after } }) => {
    const changes = await getSharedDraftChanges(platform, params, after);
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
  appendSharedDraftChange: async ({ params, body, caller }) => {
    const change = { ...body, content: decode(body.content), author: authorOf(caller) };
    return { sequence: await appendSharedDraftChange(platform, params, change) };
  },
}));

function withIsoTime<Draft extends SharedDraftSummary>(draft: Draft) {
  return { ...draft, updatedAt: isoTime(draft.updatedAt) };
}

function decode(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
