import { getPage, getPageContent, getSite, getSpace, listPages } from "@plugboard/api/routes";
import type {
  PageContent,
  PageContentUpdate,
  PageResource,
  SiteResource,
  SpaceResource,
} from "@plugboard/api/client";
import * as z from "zod";
import { nextId, type PageState, type PlatformState } from "../platform/platform-state.ts";
import { createEvent } from "../platform/sample-event.ts";
import { testIds, testURLs } from "../platform/test-ids.ts";
import { ApiFailure, defineRead, defineWrite, requireName, type ApiOperations } from "./api-operation.ts";
import { toTime } from "./installation-operations.ts";
import { paginate } from "./paginate.ts";

const update: z.ZodType<PageContentUpdate> = z.object({
  title: z.string().exactOptional(),
  markdown: z.string().exactOptional(),
});

/** The space, its pages, and the site. */
export function contentOperations(state: PlatformState): ApiOperations {
  return {
    [getSpace.path]: {
      GET: defineRead("space:metadata:read", ({ params }) => {
        requireName(params.spaceId, testIds.space, "space");
        return toSpace(state);
      }),
    },
    [listPages.path]: {
      GET: defineRead("space:content:read", ({ params, query }) => {
        requireName(params.spaceId, testIds.space, "space");
        return paginate([...state.pages.values()].map(toPage), query);
      }),
    },
    [getPage.path]: {
      GET: defineRead("space:content:read", ({ params }) => toPage(findPage(state, params))),
    },
    [getPageContent.path]: {
      GET: defineRead("space:content:read", ({ params }) => toContent(state, findPage(state, params))),
      PATCH: defineWrite("space:content:write", update, ({ params, body }) =>
        toContent(state, savePage(state, findPage(state, params), body)),
      ),
    },
    [getSite.path]: {
      GET: defineRead("site:metadata:read", ({ params }) => {
        requireName(params.siteId, testIds.site, "site");
        return site;
      }),
    },
  };
}

const site: SiteResource = {
  id: testIds.site,
  title: "Docs",
  organization: testIds.organization,
  spaceId: testIds.space,
  urls: { published: testURLs.published },
};

function findPage(state: PlatformState, params: Readonly<Record<string, string>>): PageState {
  requireName(params.spaceId, testIds.space, "space");
  const page = state.pages.get(params.pageId ?? "");
  if (page === undefined) throw new ApiFailure(404, "not_found", `There is no page ${params.pageId}.`);
  return page;
}

/** Saves a page and tells everybody who wants to know that the space's content changed. */
function savePage(
  state: PlatformState,
  page: PageState,
  { title = page.title, markdown = page.markdown }: PageContentUpdate,
): PageState {
  const saved = { ...page, title, markdown, updatedAt: state.now() };
  state.pages.set(page.id, saved);
  state.revision += 1;
  const fields = { spaceId: testIds.space, revisionId: revisionOf(state) };
  const event = createEvent("space_content_updated", fields, nextId(state, "event"));
  state.queue.push({ event, dueAt: state.now() });
  return saved;
}

function revisionOf({ revision }: PlatformState): string {
  return `revision_${revision}`;
}

function toSpace(state: PlatformState): SpaceResource {
  return {
    id: testIds.space,
    title: "Docs",
    organization: testIds.organization,
    visibility: "public",
    revisionId: revisionOf(state),
  };
}

function toPage({ id, title, updatedAt }: PageState): PageResource {
  return { id, spaceId: testIds.space, title, path: id, updatedAt: toTime(updatedAt) };
}

function toContent(state: PlatformState, { id, title, markdown }: PageState): PageContent {
  return { pageId: id, revisionId: revisionOf(state), title, markdown };
}
