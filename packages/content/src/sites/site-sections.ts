import type { SiteSections, SiteSectionsUpdate } from "../client/types.ts";
import { PlatformError, type PlatformContext } from "@plugboard/platform";
import { inList } from "@plugboard/platform/product";
import type { Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import type { ReadContext } from "../database/read-context.ts";
import { tablesOf } from "../database/tables-of.ts";
import { getSite, type Site } from "../spaces/content.ts";
import type { Manages } from "../spaces/revise-space.ts";

/** The path of the site's own space among its sections. */
export const homePath = "";

/** Returns the sections of a site. @throws PlatformError `not_found` */
export async function getSiteSections(context: ReadContext, siteId: string): Promise<SiteSections> {
  const site = await getSite(context, siteId);
  const db = tablesOf(context.db);
  const space = await db
    .selectFrom("spaces")
    .select("title")
    .where("id", "=", site.spaceId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom("site_spaces")
    .select(["section as path", "title", "space_id as spaceId"])
    .where("site_id", "=", siteId)
    .orderBy("position")
    .execute();
  const hidden = await findPages(db, site, rows);
  const home = rows.find(({ path }) => path === homePath);
  return {
    home: { title: home?.title ?? space?.title ?? site.title },
    sections: rows.flatMap(({ spaceId, ...section }) =>
      spaceId === null ? [] : [{ ...section, spaceId, hiddenPageId: hidden.get(section.path) }],
    ),
  };
}

/**
 * Sets the sections of a site.
 *
 * @throws PlatformError `not_found`; `invalid_request` for a path or space that occurs twice, and for a space of another
 * organization; `conflict` for the path of a page of the site's own space; `forbidden` if other pages could appear at an
 * address whose pages require an approval
 */
export async function updateSiteSections(
  context: PlatformContext,
  siteId: string,
  { sections, home, manages }: SiteSectionsUpdate & { readonly manages?: Manages | undefined },
): Promise<SiteSections> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // A no-op update to lock the site, whose space can't change in the meantime.
      await transaction.updateTable("sites").set({ id: siteId }).where("id", "=", siteId).execute();
      const site = await getSite({ db: transaction }, siteId);
      await checkSections(transaction, site, sections);
      if (manages?.(site.organizationId) !== true) await checkApprovals(transaction, siteId, sections);
      const row = { site_id: siteId, organization_id: site.organizationId };
      const rows = sections.map(({ path, title, spaceId }, index) => ({
        ...row,
        section: path,
        space_id: spaceId,
        title,
        position: index + 1,
      }));
      const homeRows =
        home === undefined
          ? []
          : [{ ...row, section: homePath, space_id: null, title: home.title, position: 0 }];
      await transaction.deleteFrom("site_spaces").where("site_id", "=", siteId).execute();
      const all = [...homeRows, ...rows];
      if (all.length > 0) await transaction.insertInto("site_spaces").values(all).execute();
    });
  return await getSiteSections(context, siteId);
}

type SectionInput = SiteSectionsUpdate["sections"][number];

async function checkSections(
  transaction: Transaction<ContentTables>,
  site: Site,
  sections: readonly SectionInput[],
): Promise<void> {
  const own = await transaction
    .selectFrom("spaces")
    .select("id")
    .where("organization_id", "=", site.organizationId)
    .where("id", "in", inList(sections.map(({ spaceId }) => spaceId)))
    .execute();
  const spaces = new Set(own.map(({ id }) => id));
  const seen = new Set<string>([site.spaceId]);
  sections.forEach(({ path, spaceId }, index) => {
    if (sections.findIndex((other) => other.path === path) !== index)
      throw refused("invalid_request", index, "path", `is the path of another section. Choose another`);
    if (!spaces.has(spaceId))
      throw refused("invalid_request", index, "spaceId", `is not a space of this organization`);
    if (seen.has(spaceId))
      throw refused(
        "invalid_request",
        index,
        "spaceId",
        "is already shown by this site. Choose another space",
      );
    seen.add(spaceId);
  });
  const pages = await findPages(transaction, site, sections);
  sections.forEach(({ path }, index) => {
    const page = pages.get(path);
    if (page !== undefined)
      throw refused(
        "conflict",
        index,
        "path",
        `is the path of page ${page} in the site's own space. Choose another path, or change that of the page`,
      );
  });
}

/** Sections of spaces that require an approval stay at their paths: other pages would appear there. */
async function checkApprovals(
  transaction: Transaction<ContentTables>,
  siteId: string,
  sections: readonly SectionInput[],
): Promise<void> {
  const bound = await transaction
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .select(["section", "space_id"])
    .where("site_id", "=", siteId)
    .where("requires_approval", "=", 1)
    .execute();
  const moved = bound.find(
    ({ section, space_id }) =>
      !sections.some(({ path, spaceId }) => path === section && spaceId === space_id),
  );
  if (moved !== undefined)
    throw new PlatformError(
      "forbidden",
      `Changes to the space of section ${moved.section} require an approval. Only an owner or admin can remove the section, or change its path or space.`,
    );
}

/** Returns the pages of the site's own space that have the path of a section, by path. */
async function findPages(
  db: ReturnType<typeof tablesOf>,
  { spaceId }: Pick<Site, "spaceId">,
  sections: readonly Pick<SectionInput, "path">[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("pages")
    .select(["slug", "id"])
    .where("space_id", "=", spaceId)
    .where("slug", "in", inList(sections.map(({ path }) => path)))
    .execute();
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

function refused(
  code: "conflict" | "invalid_request",
  index: number,
  field: keyof SectionInput,
  message: string,
): PlatformError {
  const path = `sections.${index}.${field}`;
  return new PlatformError(code, `${path}: ${message}.`, [{ path, message }]);
}
