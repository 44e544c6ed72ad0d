import type { SiteAccess, SiteCustomization } from "../client/types.ts";
import { orNotFound, withoutTenantScope, type PlatformContext } from "@plugboard/platform";
import { planQuery } from "@plugboard/platform/product";
import { type ExpressionBuilder, type Kysely, PostgresAdapter, sql } from "kysely";
import { jsonArrayFrom as postgresArrayFrom } from "kysely/helpers/postgres";
import { jsonArrayFrom as sqliteArrayFrom } from "kysely/helpers/sqlite";
import * as z from "zod";
import type { ContentTables } from "../database/content-tables.ts";
import { domainOfSite, type Site } from "../spaces/content.ts";
import { readCustomization } from "./site-customization.ts";
import { tablesOf } from "../database/tables-of.ts";
import { homePath } from "./site-sections.ts";

/** A space that a site shows. */
export interface SiteSection {
  /** The path below the site, of one or, for variants of a section, two segments. Empty for the site's own space. */
  readonly path: string;
  readonly title: string;
  readonly spaceId: string;
  /** The visibility of the space. */
  readonly visibility: string;
  /** The path of the section that it is a variant of. */
  readonly variantOf?: string | undefined;
  /** The name among the variants of a section. Defaults to the title. */
  readonly variantTitle?: string | undefined;
  /** A BCP 47 tag. */
  readonly language?: string | undefined;
}

const optional = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined);
/** Rows without a space are the site's own, or sections of a space in the trash. */
const rowsSchema = z.array(
  z.object({
    path: z.string(),
    title: z.string(),
    spaceId: z.string().nullable(),
    visibility: z.string().nullable(),
    variantOf: optional,
    variantTitle: optional,
    language: optional,
  }),
);

/** A site as visitors see it. */
export interface PublishedSite {
  readonly site: Site;
  /** The site's own space, and the sections whose spaces aren't in the trash, in the order of the tabs. */
  readonly sections: readonly [SiteSection, ...SiteSection[]];
  readonly access: SiteAccess;
  readonly customization: SiteCustomization;
  readonly hasDocuments: boolean;
}

/**
 * Returns a published site by slug, with its access settings. Sites in the trash, and those of private or trashed
 * spaces, are not published, and neither are sections of private spaces. The lookup ignores the current organization scope, because the organization is only
 * known from the slug.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { findPublishedSite } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { site, access } = await findPublishedSite(platform, "handbook");
 * console.log(site.title, access.audience); // "Acme Handbook" "everyone"
 */
export async function findPublishedSite(context: PlatformContext, slug: string): Promise<PublishedSite> {
  const found = await findSite(context, slug);
  const [home, ...others] = found.sections;
  const site = orNotFound(home.visibility === "private" ? undefined : found, `site ${slug}`);
  const shown = others.filter(({ visibility }) => visibility !== "private");
  // Without its section, a variant has no place in the tabs.
  const paths = new Set([home, ...shown].map(({ path }) => path));
  return {
    ...site,
    sections: [home, ...shown.filter(({ variantOf }) => variantOf === undefined || paths.has(variantOf))],
  };
}

/** Selects the rows of a site's sections as a JSON list. */
function sectionsOfSite(site: ExpressionBuilder<ContentTables, "sites">, isPostgres: boolean) {
  const sections = site
    .selectFrom("site_spaces as section")
    .leftJoin("spaces as shown", (join) =>
      join
        .onRef("shown.id", "=", "section.space_id")
        .onRef("shown.organization_id", "=", "section.organization_id")
        .on("shown.trashed_at", "is", null),
    )
    .select(["section.section as path", "section.title", "shown.id as spaceId", "shown.visibility"])
    .select(["section.variant_of as variantOf", "section.variant_title as variantTitle", "section.language"])
    .whereRef("section.site_id", "=", "sites.id")
    .whereRef("section.organization_id", "=", "sites.organization_id")
    .orderBy("section.position");
  const list = isPostgres ? postgresArrayFrom(sections) : sqliteArrayFrom(sections);
  return sql<string>`cast(${list} as text)`.as("sections");
}

// A single statement: it runs for every page view and feedback.
const selectSite = planQuery((db: Kysely<ContentTables>, { slug }: { readonly slug: string }) =>
  db
    .selectFrom("sites")
    .innerJoin("spaces", "spaces.id", "sites.space_id")
    // The rows of a removed organization are removed in batches.
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .leftJoin("site_access", "site_access.site_id", "sites.id")
    .leftJoin("site_customizations", "site_customizations.site_id", "sites.id")
    .select([
      "sites.id",
      "sites.organization_id as organizationId",
      "sites.space_id as spaceId",
      "sites.slug",
      "sites.title",
      "spaces.title as spaceTitle",
      "spaces.visibility",
      "site_access.installation_id as installation",
      "site_customizations.customization",
    ])
    .select(domainOfSite)
    .select((site) => sectionsOfSite(site, db.getExecutor().adapter instanceof PostgresAdapter))
    .select((site) =>
      site
        .selectFrom("openapi_documents")
        .select("name")
        .whereRef("openapi_documents.site_id", "=", "sites.id")
        .limit(1)
        .as("documentName"),
    )
    .where("sites.slug", "=", slug)
    .where("spaces.trashed_at", "is", null)
    .where("sites.trashed_at", "is", null),
);

/**
 * Returns a site by slug for visitors with a preview link: it can be private.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { findSite } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * console.log((await findSite(platform, "handbook")).sections[0].visibility); // "private"
 */
export async function findSite({ db }: PlatformContext, slug: string): Promise<PublishedSite> {
  const [row] = await withoutTenantScope("publicEndpoints", () => selectSite(tablesOf(db), { slug }));
  const found = orNotFound(row, `site ${slug}`);
  const { spaceTitle, visibility, installation, customization, documentName, domain, sections, ...site } =
    found;
  const rows = rowsSchema.parse(JSON.parse(sections));
  const home = rows.find(({ path }) => path === homePath) ?? { path: homePath, title: spaceTitle };
  const access: SiteAccess =
    installation === null ? { audience: "everyone" } : { audience: "visitors", installation };
  return {
    site: { ...site, domain: domain ?? undefined },
    sections: [
      { ...home, spaceId: site.spaceId, visibility },
      ...rows.flatMap(({ spaceId, visibility, ...section }) =>
        spaceId === null || visibility === null ? [] : [{ ...section, spaceId, visibility }],
      ),
    ],
    access,
    customization: readCustomization(customization),
    hasDocuments: documentName !== null,
  };
}
