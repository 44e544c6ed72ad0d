import {
  defineProduct,
  type Product,
  type ProductJob,
  type SampleSubject,
  withoutTenantScope,
} from "@plugboard/platform";
import type { Kysely } from "kysely";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createContentTables } from "../database/create-content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { ownedTables } from "../database/owned-tables.ts";
import { pageBlockFeature } from "../blocks/api/page-block-handlers.ts";
import { commentFeature } from "../comments/api/comment-handlers.ts";
import type { ContentEventType } from "../events/content-event.ts";
import { audienceOf, sampleFields } from "../events/sample-event.ts";
import { createGitSyncFeature } from "../git-sync/api/git-sync-handlers.ts";
import type { GitProgram } from "../git-sync/git-program.ts";
import { correctDueTimes, runDueSync } from "../git-sync/run-due-syncs.ts";
import { resourceInstallationFeature } from "../installations/resource-installation-feature.ts";
import { spaceSelectionFeature } from "../installations/space-selection-feature.ts";
import { visitorFeature } from "../visitors/visitor-feature.ts";
import { siteDataFeature } from "../sites/api/site-data-handlers.ts";
import { siteFeature } from "../sites/api/site-handlers.ts";
import { createSiteDomainFeature } from "../sites/api/site-domain-handlers.ts";
import { siteSectionFeature } from "../sites/api/site-section-handlers.ts";
import { sitePresentationFeature } from "../sites/api/site-presentation-handlers.ts";
import { checkDueDomains, type ResolveTxt } from "../sites/site-domains.ts";
import { removeOldConversations } from "../sites/conversations.ts";
import { pagePresenceFeature } from "../presence/api/page-presence-handlers.ts";
import { changeRequestFeature } from "../spaces/api/change-request-handlers.ts";
import { draftReviewFeature } from "../spaces/api/draft-review-handlers.ts";
import { sharedDraftFeature } from "../spaces/api/shared-draft-handlers.ts";
import {
  removeIdleSharedDrafts,
  removeOrphanedSharedDrafts,
  type SharedDraftCursor,
} from "../spaces/shared-drafts.ts";
import { removeClosedChangeRequests } from "../spaces/change-requests.ts";
import { contentEditingFeature } from "../spaces/api/content-editing-handlers.ts";
import { forgetDrafts } from "../spaces/page-drafts.ts";
import { contentFeature } from "../spaces/api/content-handlers.ts";
import { imageFeature } from "../spaces/api/image-handlers.ts";
import { pageDraftFeature } from "../spaces/api/page-draft-handlers.ts";
import { revisionFeature } from "../spaces/api/revision-handlers.ts";
import { getSiteOf, getSpaceOf } from "../spaces/content.ts";
import { countImageBytes } from "../spaces/images.ts";
import { listPages } from "../spaces/pages.ts";
import { removeUnusedImages } from "../spaces/remove-unused-images.ts";
import { removeAbandonedStaging } from "../spaces/stage-revision.ts";
import { contentContract } from "./contract.ts";
import { publishedUrlOf } from "../sites/published-url.ts";

/** Options of {@link createContent}. */
export interface ContentOptions {
  /** Syncs spaces with Git repositories. Defaults to no Git support. */
  readonly git?: GitProgram | undefined;
  /** Looks up the records that prove the ownership of sites' domains. By default, domains can't be verified. */
  readonly resolveTxt?: ResolveTxt | undefined;
}

/**
 * Creates the documentation product: spaces of pages, sites that publish them, and their Git sync.
 *
 * @example
 * import { createContent, createGitProgram } from "@plugboard/content";
 *
 * const product = createContent({ git: createGitProgram() });
 * console.log(product.contract.name); // content
 */
export function createContent({ git, resolveTxt }: ContentOptions = {}): Product {
  return defineProduct({
    contract: contentContract,
    kinds: {
      space: {
        find: async (db, ids) =>
          await tablesOf(db)
            .selectFrom("spaces")
            .select(["id", "organization_id as organizationId"])
            .where("id", "in", [...ids])
            .execute(),
        show: async (_db, { id }, { console }) => ({ app: `${console}/content/${id}` }),
      },
      site: {
        find: async (db, ids) =>
          await tablesOf(db)
            .selectFrom("sites")
            .select(["id", "organization_id as organizationId", "space_id as parent"])
            .where("id", "in", [...ids])
            .execute(),
        show: async (db, { id, organizationId }, urls) => {
          const { spaceId, slug, domain } = await getSiteOf({ db: tablesOf(db) }, organizationId, id);
          return {
            fields: { space: spaceId },
            urls: { published: publishedUrlOf(urls, slug, domain) },
            app: `${urls.console}/content/${spaceId}`,
          };
        },
      },
    },
    features: [
      changeRequestFeature,
      commentFeature,
      contentEditingFeature,
      contentFeature,
      createGitSyncFeature(git),
      draftReviewFeature,
      imageFeature,
      pageBlockFeature,
      pageDraftFeature,
      pagePresenceFeature,
      resourceInstallationFeature,
      revisionFeature,
      sharedDraftFeature,
      siteDataFeature,
      createSiteDomainFeature(resolveTxt),
      siteFeature,
      sitePresentationFeature,
      siteSectionFeature,
      spaceSelectionFeature,
      visitorFeature,
    ],
    jobs: [
      closedChangeRequestJob,
      conversationJob,
      imageJob,
      orphanedDraftJob,
      createSharedDraftJob(),
      stagingJob,
      ...(resolveTxt === undefined ? [] : [createDomainJob(resolveTxt)]),
      ...(git === undefined ? [] : createGitJobs(git)),
    ],
    tables: ownedTables,
    migrations: { "0001-content": createContentTables },
    count: countContent,
    forgetAuthor: forgetDrafts,
    sample: sampleContent,
  });
}

const hourMilliseconds = 3600 * 1000;
const clockCheckMilliseconds = 30_000;

const closedChangeRequestJob: ProductJob = {
  run: (context) => withoutTenantScope("cleaning", () => removeClosedChangeRequests(context)),
  everyMilliseconds: hourMilliseconds,
};

const conversationJob: ProductJob = {
  run: (context) => withoutTenantScope("cleaning", () => removeOldConversations(context)),
  everyMilliseconds: hourMilliseconds,
};

const imageJob: ProductJob = {
  run: (context) => withoutTenantScope("cleaning", () => removeUnusedImages(context)),
  everyMilliseconds: hourMilliseconds,
};

const stagingJob: ProductJob = {
  run: (context) => withoutTenantScope("cleaning", () => removeAbandonedStaging(context)),
  everyMilliseconds: hourMilliseconds,
};

const orphanedDraftJob: ProductJob = {
  run: (context) => withoutTenantScope("cleaning", () => removeOrphanedSharedDrafts(context)),
  everyMilliseconds: hourMilliseconds,
};

function createDomainJob(resolveTxt: ResolveTxt): ProductJob {
  return {
    run: (context) => withoutTenantScope("productJobs", () => checkDueDomains(context, resolveTxt)),
    everyMilliseconds: hourMilliseconds,
  };
}

function createSharedDraftJob(): ProductJob {
  let next: SharedDraftCursor | undefined;
  return {
    run: async (context) => {
      // Requests come first.
      await nextTurn();
      next = await withoutTenantScope("cleaning", () => removeIdleSharedDrafts(context, next));
      return next === undefined ? 0 : 1;
    },
    everyMilliseconds: hourMilliseconds,
  };
}

function createGitJobs(git: GitProgram): readonly ProductJob[] {
  let isFirst = true;
  return [
    {
      run: async (context, onError) => {
        if (isFirst) git.removeLeftovers().catch(onError);
        isFirst = false;
        return await runDueSync(context, git, onError);
      },
      due: { table: "git_bindings", column: "due_at" },
    },
    { run: correctDueTimes, everyMilliseconds: clockCheckMilliseconds },
  ];
}

async function countContent(db: Kysely<unknown>, organizationId: string) {
  const tables = tablesOf(db);
  const count = async (table: "spaces" | "pages" | "sites"): Promise<number> => {
    const { number } = await tables
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as("number"))
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  const { characters } = await tables
    .selectFrom("pages")
    .select(({ fn }) => fn.sum<number | string | null>("characters").as("characters"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return {
    spaces: await count("spaces"),
    pages: await count("pages"),
    sites: await count("sites"),
    storedCharacters: Number(characters ?? 0),
    imageBytes: await countImageBytes(tables, organizationId),
  };
}

/** Returns a sample with the ids of existing pages and revisions. */
async function sampleContent(
  db: Kysely<unknown>,
  { type, organizationId, resourceId, urls }: SampleSubject,
): Promise<Readonly<Record<string, unknown>>> {
  if (!isContentEvent(type)) return {};
  const context = { db: tablesOf(db) };
  const isOfSite = audienceOf(type) === "site";
  const site =
    isOfSite && resourceId !== undefined ? await getSiteOf(context, organizationId, resourceId) : undefined;
  const spaceId = isOfSite ? site?.spaceId : resourceId;
  const space = spaceId === undefined ? undefined : await getSpaceOf(context, organizationId, spaceId);
  const [page] = space === undefined ? [] : await listPages(context, space.id);
  const base =
    site === undefined ? "https://docs.example.com/" : publishedUrlOf(urls, site.slug, site.domain);
  return {
    ...sampleFields(type, {
      spaceId: space?.id ?? "",
      siteId: site?.id ?? "",
      pageId: page?.id ?? "",
      pageUrl: `${base}${page?.slug ?? ""}`,
      revisionId: space?.revisionId ?? "",
    }),
  };
}

function isContentEvent(type: string): type is ContentEventType {
  return Object.hasOwn(contentContract.events ?? {}, type);
}

/**
 * The documentation product without Git sync.
 *
 * @example
 * import { randomBytes } from "node:crypto";
 * import { content } from "@plugboard/content";
 * import { createPlatform, createRunner, createSecretBox, createUrlRunner } from "@plugboard/platform";
 * import { openSqliteStorage } from "@plugboard/platform/sqlite";
 *
 * const secretBox = createSecretBox(randomBytes(32));
 * const storage = await openSqliteStorage({ folder: ":memory:", secretBox, product: content });
 * const runner = createRunner({ urls: createUrlRunner() });
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   public: "https://sites.example.net",
 * };
 * const platform = await createPlatform({ ...storage, secretBox, runner, urls, product: content });
 */
export const content: Product = createContent();
