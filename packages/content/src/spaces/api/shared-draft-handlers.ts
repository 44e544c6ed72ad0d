import { defineFeature, type Feature } from "@plugboard/platform";
import { isoTime } from "@plugboard/platform/product";
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
  startSharedDraft: async ({ params, body }) =>
    withIsoTime(await startSharedDraft(platform, params, { ...body, state: decode(body.state) })),
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
  appendSharedDraftChange: async ({ params, body }) => ({
    sequence: await appendSharedDraftChange(platform, params, { ...body, content: decode(body.content) }),
  }),
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
