import { createHash } from "node:crypto";
import type { SiteSectionInput, SiteSections, SiteSectionsUpdate } from "../client/types.ts";
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
/** 132 bits. */
const versionLength = 22;

/** A section or variant, with its location in an update. */
interface Entry extends Pick<SiteSectionInput, "title" | "spaceId" | "language" | "variantTitle"> {
  /** The path below the site. */
  readonly path: string;
  readonly variantOf?: string;
  /** The space whose page could have the path. */
  readonly parentId: string;
  /** The name of the object in the update. */
  readonly field: string;
}

/** Returns the sections of a site. @throws PlatformError `not_found` */
export async function getSiteSections(context: ReadContext, siteId: string): Promise<SiteSections> {
  const site = await getSite(context, siteId);
  const db = tablesOf(context.db);
  const space = await db
    .selectFrom("spaces")
    .select("title")
    .where("id", "=", site.spaceId)
    .executeTakeFirst();
  const rows = await readRows(db, siteId);
  const spaceOf = (path: string): string => rows.find((row) => row.path === path)?.spaceId ?? site.spaceId;
  const parents = rows.map(({ path, variantOf }) => ({ path, parentId: spaceOf(variantOf ?? homePath) }));
  const hidden = await findPages(db, parents);
  const variantsOf = (section: string) => {
    const variants = rows.flatMap(({ path, title, spaceId, variantOf, language }) =>
      variantOf !== section || spaceId === null
        ? []
        : [
            {
              path: lastOf(path),
              title,
              spaceId,
              language: language ?? undefined,
              hiddenPageId: hidden.get(path),
            },
          ],
    );
    return variants.length === 0 ? undefined : variants;
  };
  const home = rows.find(({ path }) => path === homePath);
  return {
    home: {
      title: home?.title ?? space?.title ?? site.title,
      language: home?.language ?? undefined,
      variantTitle: home?.variantTitle ?? undefined,
      variants: variantsOf(homePath),
    },
    sections: rows.flatMap(({ path, title, spaceId, variantOf, variantTitle, language }) =>
      spaceId === null || variantOf !== null
        ? []
        : [
            {
              path,
              title,
              spaceId,
              language: language ?? undefined,
              variantTitle: variantTitle ?? undefined,
              variants: variantsOf(path),
              hiddenPageId: hidden.get(path),
            },
          ],
    ),
    version: versionOf(rows),
  };
}

async function readRows(db: ReturnType<typeof tablesOf>, siteId: string) {
  return await db
    .selectFrom("site_spaces")
    .select(["section as path", "title", "space_id as spaceId"])
    .select(["variant_of as variantOf", "variant_title as variantTitle", "language"])
    .where("site_id", "=", siteId)
    .orderBy("position")
    .execute();
}

/** Returns a hash of all fields, so equal sections have the same version. */
function versionOf(rows: Awaited<ReturnType<typeof readRows>>): string {
  const fields = rows.map(({ path, title, spaceId, variantOf, variantTitle, language }) => [
    path,
    title,
    spaceId,
    variantOf,
    variantTitle,
    language,
  ]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url").slice(0, versionLength);
}

/**
 * Sets the sections of a site.
 *
 * @throws PlatformError `not_found`; `invalid_request` for a path or space that occurs twice, and for a space of another
 * organization; `conflict` for the path of a page; `forbidden` if other pages could appear at an address whose pages
 * require an approval; `precondition_failed` if the version is another one
 */
export async function updateSiteSections(
  context: PlatformContext,
  siteId: string,
  {
    manages,
    ifVersion,
    ...update
  }: SiteSectionsUpdate & { readonly manages?: Manages | undefined; readonly ifVersion?: string | undefined },
): Promise<SiteSections> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // A no-op update to lock the site, whose space can't change meanwhile.
      await transaction.updateTable("sites").set({ id: siteId }).where("id", "=", siteId).execute();
      const site = await getSite({ db: transaction }, siteId);
      if (ifVersion !== undefined && ifVersion !== versionOf(await readRows(transaction, siteId)))
        throw new PlatformError("precondition_failed", "The sections have changed. Read them and try again.");
      const entries = listEntries(site, update);
      await checkEntries(transaction, site, entries);
      if (manages?.(site.organizationId) !== true) await checkApprovals(transaction, siteId, entries);
      const row = { site_id: siteId, organization_id: site.organizationId };
      const rows = entries.map(({ path, title, spaceId, variantOf, variantTitle, language }, index) => ({
        ...row,
        section: path,
        space_id: spaceId,
        title,
        variant_of: variantOf ?? null,
        variant_title: variantTitle ?? null,
        language: language ?? null,
        position: index + 1,
      }));
      const { home } = update;
      const homeRows =
        home === undefined
          ? []
          : [
              {
                ...row,
                section: homePath,
                space_id: null,
                title: home.title,
                variant_of: null,
                variant_title: home.variantTitle ?? null,
                language: home.language ?? null,
                position: 0,
              },
            ];
      await transaction.deleteFrom("site_spaces").where("site_id", "=", siteId).execute();
      const all = [...homeRows, ...rows];
      if (all.length > 0) await transaction.insertInto("site_spaces").values(all).execute();
    });
  return await getSiteSections(context, siteId);
}

/** Returns the sections and variants of an update in the order of their rows. */
function listEntries({ spaceId }: Site, { home, sections }: SiteSectionsUpdate): readonly Entry[] {
  const variantsOf = (
    { path, spaceId: parentId, variants = [] }: Pick<SiteSectionInput, "path" | "spaceId" | "variants">,
    field: string,
  ): readonly Entry[] =>
    variants.map((variant, index) => ({
      ...variant,
      path: path === homePath ? variant.path : `${path}/${variant.path}`,
      variantOf: path,
      parentId,
      field: `${field}.variants.${index}`,
    }));
  return [
    ...variantsOf({ path: homePath, spaceId, variants: home?.variants }, "home"),
    ...sections.flatMap((section, index) => {
      const field = `sections.${index}`;
      return [{ ...section, parentId: spaceId, field }, ...variantsOf(section, field)];
    }),
  ];
}

async function checkEntries(
  transaction: Transaction<ContentTables>,
  site: Site,
  entries: readonly Entry[],
): Promise<void> {
  const own = await transaction
    .selectFrom("spaces")
    .select("id")
    .where("organization_id", "=", site.organizationId)
    .where("id", "in", inList(entries.map(({ spaceId }) => spaceId)))
    .execute();
  const spaces = new Set(own.map(({ id }) => id));
  const seen = new Set<string>([site.spaceId]);
  entries.forEach(({ path, spaceId, field }, index) => {
    if (entries.findIndex((other) => other.path === path) !== index)
      throw refused("invalid_request", `${field}.path`, "is the path of another section. Choose another");
    if (!spaces.has(spaceId))
      throw refused("invalid_request", `${field}.spaceId`, "is not a space of this organization");
    if (seen.has(spaceId))
      throw refused(
        "invalid_request",
        `${field}.spaceId`,
        "is already shown by this site. Choose another space",
      );
    seen.add(spaceId);
  });
  const pages = await findPages(transaction, entries);
  for (const { path, field } of entries) {
    const page = pages.get(path);
    if (page !== undefined)
      throw refused(
        "conflict",
        `${field}.path`,
        `is the path of page ${page}, which it would hide. Choose another path, or change that of the page`,
      );
  }
}

/** Sections of spaces that require an approval stay at their paths: other pages would appear there. */
async function checkApprovals(
  transaction: Transaction<ContentTables>,
  siteId: string,
  entries: readonly Entry[],
): Promise<void> {
  const bound = await transaction
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .select(["section", "space_id"])
    .where("site_id", "=", siteId)
    .where("requires_approval", "=", 1)
    .execute();
  const moved = bound.find(
    ({ section, space_id }) => !entries.some(({ path, spaceId }) => path === section && spaceId === space_id),
  );
  if (moved !== undefined)
    throw new PlatformError(
      "forbidden",
      `Changes to the space of section ${moved.section} require an approval. Only an owner or admin can remove the section, or change its path or space.`,
    );
}

/** Returns the pages that sections and variants hide, by the path of these. */
async function findPages(
  db: ReturnType<typeof tablesOf>,
  entries: readonly Pick<Entry, "path" | "parentId">[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("pages")
    .select(["space_id", "slug", "id"])
    .where("space_id", "in", inList([...new Set(entries.map(({ parentId }) => parentId))]))
    .where("slug", "in", inList(entries.map(({ path }) => lastOf(path))))
    .execute();
  return new Map(
    entries.flatMap(({ path, parentId }) =>
      rows
        .filter(({ space_id, slug }) => space_id === parentId && slug === lastOf(path))
        .map(({ id }) => [path, id]),
    ),
  );
}

/** Returns the last segment of a path. */
function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function refused(code: "conflict" | "invalid_request", path: string, message: string): PlatformError {
  return new PlatformError(code, `${path}: ${message}.`, [{ path, message }]);
}
