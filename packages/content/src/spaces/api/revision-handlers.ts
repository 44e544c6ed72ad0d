import type { RevisionChange, RevisionResource } from "../../client/types.ts";
import { PlatformError, defineFeature, type Feature } from "@plugboard/platform";
import { isoTime, cutPage, limitOf, paginate, showPage } from "@plugboard/platform/product";
import { getSpace } from "../content.ts";
import { comparePages, diffPage } from "../compare-revisions.ts";
import { restoreRevision } from "../restore-revision.ts";
import {
  getRevision,
  getRevisionPage,
  listRevisionPages,
  listRevisions,
  type Revision,
} from "../revisions.ts";
import { changeOf } from "./change-of.ts";
import { toSpace } from "./content-handlers.ts";
import { revisionOperations } from "../contract/revision-operations.ts";

export const revisionFeature: Feature = defineFeature(revisionOperations, (platform) => {
  const pagesOf = async (spaceId: string, revisionId: string) => {
    const revision = await getRevision(platform, spaceId, revisionId);
    return { revision, pages: await listRevisionPages(platform, spaceId, revision.number) };
  };
  return {
    listRevisions: async ({ params: { spaceId }, query }) => {
      await getSpace(platform, spaceId);
      const before = query.cursor === undefined ? undefined : readNumber(query.cursor);
      const revisions = await listRevisions(platform, spaceId, {
        before,
        pageId: query.page,
        limit: limitOf(query) + 1,
      });
      return await showPage(
        cutPage(revisions, ({ number }) => String(number), query),
        toRevision,
      );
    },
    getRevision: async ({ params: { spaceId, revisionId } }) => {
      const { revision, pages } = await pagesOf(spaceId, revisionId);
      const pageResources = pages.map(({ id, title, slug, parentId }) => ({
        id,
        title,
        path: slug,
        parentId: parentId ?? undefined,
      }));
      return { ...toRevision(revision), pages: pageResources };
    },
    getRevisionPage: async ({ params: { spaceId, revisionId, pageId } }) => {
      const { number } = await getRevision(platform, spaceId, revisionId);
      const { slug: _slug, ...page } = await getRevisionPage(platform, spaceId, number, pageId);
      return { pageId, ...page };
    },
    listRevisionChanges: async ({ params: { spaceId, revisionId }, query }) => {
      const after = await pagesOf(spaceId, revisionId);
      const before =
        query.since === undefined
          ? await listRevisionPages(platform, spaceId, after.revision.number - 1)
          : (await pagesOf(spaceId, query.since)).pages;
      const differences = comparePages(before, after.pages);
      const { items, next } = paginate(differences, ({ pageId }) => pageId, query);
      const shown: RevisionChange[] = [];
      // One at a time, because the text of a hundred pages would take too much memory.
      for (const difference of items) {
        const { pageId, title, changes } = difference;
        const patch = await diffPage(platform, spaceId, difference);
        shown.push({ pageId, title, changes, patch: patch === "" ? undefined : patch });
      }
      return { items: shown, next };
    },
    restoreRevision: async ({ params: { spaceId, revisionId }, body: { pageId }, caller }) => {
      await restoreRevision(platform, spaceId, revisionId, { pageId, ...changeOf(caller) });
      return toSpace(await getSpace(platform, spaceId), platform.urls);
    },
  };
});

function toRevision({ createdAt, ...revision }: Revision): RevisionResource {
  return { ...revision, createdAt: isoTime(createdAt) };
}

function readNumber(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new PlatformError("invalid_request", "cursor: use the nextCursor of a previous response.");
}
