import { defineFeature, type Feature } from "@plugboard/platform";
import { authorOf, isoTime, paginate, showPage } from "@plugboard/platform/product";
import {
  discardPageDraft,
  getPageDraft,
  listPageDrafts,
  type PageDraftSummary,
  savePageDraft,
} from "../page-drafts.ts";
import { getPage } from "../pages.ts";
import { pageDraftOperations } from "../contract/page-draft-operations.ts";

export const pageDraftFeature: Feature = defineFeature(pageDraftOperations, (platform) => ({
  listPageDrafts: async ({ params: { spaceId }, query, caller }) =>
    await showPage(
      paginate(await listPageDrafts(platform, spaceId, authorOf(caller)), ({ pageId }) => pageId, query),
      withIsoTime,
    ),
  getPageDraft: async ({ params: { spaceId, pageId }, caller }) => {
    const draft = await getPageDraft(platform, spaceId, pageId, authorOf(caller));
    return draft === undefined ? {} : { draft: withIsoTime(draft) };
  },
  savePageDraft: async ({ params: { spaceId, pageId }, body, caller, ifMatch, ifNoneMatch }) => {
    const edit = { ...body, ifVersion: ifMatch, ifAbsent: ifNoneMatch };
    return withIsoTime(await savePageDraft(platform, spaceId, pageId, authorOf(caller), edit));
  },
  discardPageDraft: async ({ params: { spaceId, pageId }, caller, ifMatch }) => {
    await getPage(platform, spaceId, pageId);
    await discardPageDraft(platform, spaceId, pageId, authorOf(caller), ifMatch);
  },
}));

function withIsoTime<Draft extends PageDraftSummary>(draft: Draft) {
  return { ...draft, updatedAt: isoTime(draft.updatedAt) };
}
